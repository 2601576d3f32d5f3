// @ts-check
// #region flatten
/**
 * One level: { address: { city: "Oslo" } } becomes { "address.city": "Oslo" }; lists become text.
 * @param {Record<string, any>} document
 * @param {string} [prefix]
 * @returns {Record<string, unknown>}
 */
function flatten(document, prefix = "") {
  /** @type {Record<string, unknown>} */
  const row = {};
  for (const [key, value] of Object.entries(document)) {
    const name = prefix + key;
    if (Array.isArray(value)) row[name] = JSON.stringify(value);
    else if (value?.constructor === Object) Object.assign(row, flatten(value, `${name}.`));
    // identifiers, decimals and other types of the driver become text
    else row[name] = value?._bsontype ? value.toString() : value;
  }
  return row;
}
// #endregion

module.exports = { flatten };
