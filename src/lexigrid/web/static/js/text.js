// Texts of the page in the user's language. This module does not use the DOM.

/**
 * Returns the function that returns a text, or `otherwise`: t('found', { word: 'wren' }). A text is a
 * string with {names}, or has one string per plural category of `number`: { "one": "{number} word",
 * "other": "{number} words" }.
 */
export function translator(catalogue, language) {
  const plurals = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  return (key, values = {}, otherwise = key) => {
    let text = catalogue[key] ?? otherwise;
    if (typeof text === 'object') text = text[plurals.select(values.number)] ?? text.other;
    return text.replace(/\{(\w+)\}/g, (whole, name) => {
      const value = values[name] ?? whole;
      return typeof value === 'number' ? numbers.format(value) : value;
    });
  };
}
