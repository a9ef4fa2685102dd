/*
 * The names of prepared statements in PostgreSQL, by their texts. A connection plans a named statement once; for a query by a key,
 * planning takes longer than running.
 */

const names = new Map<string, string>()

/** Gives a statement a name, or a new one if PostgreSQL refuses to use its plan. */
export const nameStatement = (text: string): void => void names.set(text, `carrel_${++given}`)

let given = 0

/** The name of a statement, if it has one. */
export const nameOfStatement = (text: string): string | undefined => names.get(text)
