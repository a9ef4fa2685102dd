/*
 * The names under which PostgreSQL keeps the plans of statements, by their texts. A connection plans a named statement once, which
 * for a query by a key takes longer than to run it.
 */

const names = new Map<string, string>()

/** Gives a statement a name, or another one where PostgreSQL refuses to use its plan any more. */
export const nameStatement = (text: string): void => void names.set(text, `carrel_${++given}`)

let given = 0

/** The name of a statement, if it has one. */
export const nameOfStatement = (text: string): string | undefined => names.get(text)
