/** The text typed after an @, and the position of the @. */
export type Mention = { start: number; query: string }

const typedName = /(?:^|[\s(])@([^\s@]{0,40}(?: [^\s@]{1,40})?)$/u

/** Returns the name being typed at the caret; undefined if there is none. */
export const mentionAt = (text: string, caret: number): Mention | undefined => {
  const found = typedName.exec(text.slice(Math.max(0, caret - 100), caret))
  if (!found) return undefined
  const query = found[1] ?? ''
  return { start: caret - query.length - 1, query }
}

/** Returns the chosen people whose names are still in the text. */
export const stillNamed = <P extends { name: string }>(text: string, chosen: readonly P[]): P[] =>
  chosen.filter(({ name }) => text.includes(`@${name}`))
