// Chinese in this file: the units in which people write doses.
/** R77: a quantity of a drug, `10 mg/kg` or with Chinese units; the same for the page and, as a regular expression, for the database. */
export const dosePattern = '\\d+(\\.\\d+)?\\s*(mg|ml|g/kg|iu|毫克|毫升|万单位|国际单位)';
export const hasDose = (text: string): boolean => new RegExp(dosePattern, 'i').test(text);
