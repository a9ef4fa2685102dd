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

/** More than any row of ours takes: a line without an end is not gathered until memory is full. */
const MAX_LINE = 64 * 1_024 * 1_024

/** The lines in a stream of UTF-8, without their ends. */
export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let begun: string[] = []
  let length = 0
  for await (const chunk of chunks) {
    const lines = decoder.decode(chunk, { stream: true }).split('\n')
    const rest = lines.pop() ?? ''
    for (const line of lines) {
      yield [...begun, line].join('')
      begun = []
      length = 0
    }
    begun.push(rest)
    length += rest.length
    if (length > MAX_LINE) throw new Error('a row is too long')
  }
  decoder.decode()
  if (length > 0) throw new Error('the last row is incomplete')
}

/** The rows in a stream of lines, each of so many columns. */
export async function* rowsOf(chunks: AsyncIterable<Buffer>, columns: number): AsyncGenerator<(string | null)[]> {
  for await (const line of linesOf(chunks)) {
    const row = line.split('\t').map(fromText)
    if (row.length !== columns) throw new Error(`a row has ${row.length} columns, not ${columns}`)
    yield row
  }
}
