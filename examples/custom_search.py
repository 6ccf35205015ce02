"""Write a search with the lexicon's cursor: the words that some letters can spell."""

from collections import Counter

import lexigrid as lg


def find_words(letters: Counter[str], cursor: lg.types.Cursor) -> list[str]:
    """Return the words that begin with the cursor's prefix and go on with some of the letters."""
    found = [cursor.prefix] if cursor.is_word else []
    for letter in cursor.letters:
        child = cursor.child(letter)
        if letters[letter] and child is not None:
            found += find_words(letters - Counter(letter), child)
    return found


start = lg.Lexicon.default().at("")
if start is not None:
    found = find_words(Counter("retinas"), start)
    print(len(found), "words, the longest:", *sorted(found, key=len)[-3:])
