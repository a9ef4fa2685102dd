import { StringDecoder } from 'node:string_decoder'

/*
 * Rows as PostgreSQL's COPY writes and reads them: one line for each, tabs between the columns, `\N` for null. Both databases
 * are archived so, and either is restored from it.
 */

export type Value = string | number | bigint | null

const escapes: Record<string, string> = { '\\': '\\\\', '\b': '\\b', '\f': '\\f', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\v': '\\v' }
const letters: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that COPY escapes
const special = /[\\\u0008-\u000d]/g

const toText = (value: Value): string => (value === null ? '\\N' : String(value).replace(special, (character) => escapes[character] ?? ''))

/** One row with the end of its line. */
export const toLine = (row: readonly Value[]): string => `${row.map(toText).join('\t')}\n`

const fromText = (text: string): string | null => {
  if (!text.includes('\\')) return text
  return text === '\\N' ? null : text.replace(/\\(.)/g, (_, letter: string) => letters[letter] ?? letter)
}

/** The rows in a stream of lines. */
export async function* rowsOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<(string | null)[]> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + decoder.write(chunk)).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield line.split('\t').map(fromText)
  }
  if (rest) throw new Error('The last row of a table is incomplete.')
}
