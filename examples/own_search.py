"""A search of one's own with the lexicon's cursor: words made of some letters, each used once."""

from collections import Counter

import lexigrid as lg


def words_of(letters: Counter[str], cursor: lg.Cursor) -> list[str]:
    """List the words that go on from a cursor with these letters left."""
    found = [cursor.prefix] if cursor.is_word else []
    for letter in cursor.letters:
        following = cursor.child(letter)
        if letters[letter] and following is not None:
            found += words_of(letters - Counter(letter), following)
    return found


start = lg.Lexicon.default().at("")
if start is not None:
    found = words_of(Counter("retinas"), start)
    print(len(found), "words, the longest:", *sorted(found, key=len)[-3:])
