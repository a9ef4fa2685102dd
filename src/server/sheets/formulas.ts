/*
 * A spreadsheet takes a cell of a CSV file for a formula if it begins with one of a few signs, also after blanks and in their
 * full-width forms, and a formula can send the sheet's content to someone else. A leading apostrophe makes it a text. Texts that
 * begin with apostrophes before such a sign get one more, so that removing one restores every text.
 */

// Most cells begin with a letter or a digit, and need no further check.
const harmless = /^[\p{L}\p{N}]/u
const formula = /^'*(?:\p{Cc}|[\s\p{Cf}]*(?:[=+\-@|%＝＋－＠｜％﹦﹢﹣﹫﹪−]|\p{Cc}))/u

const isFormula = (text: string): boolean => !harmless.test(text) && formula.test(text)

/** Returns the text as a cell of a CSV file that no spreadsheet calculates. */
export const asPlainCell = (text: string): string => (isFormula(text) ? `'${text}` : text)

/** Returns the text from which `asPlainCell` made this cell. */
export const fromPlainCell = (cell: string): string => (cell.startsWith("'") && isFormula(cell.slice(1)) ? cell.slice(1) : cell)
