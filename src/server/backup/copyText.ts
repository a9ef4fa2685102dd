/*
 * Rows in the text format of PostgreSQL's COPY: one line each, tabs between the columns, `\N` for null. Both databases are archived
 * in it, and either can be restored from it.
 */

export type Value = string | number | bigint | null

const escapes: Record<string, string> = { '\\': '\\\\', '\b': '\\b', '\f': '\\f', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\v': '\\v' }
const letters: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that COPY escapes
const special = /[\\\u0008-\u000d]/g

const toText = (value: Value): string => (value === null ? '\\N' : String(value).replace(special, (character) => escapes[character] ?? ''))

/** Returns one row with its line end. */
export const toLine = (row: readonly Value[]): string => `${row.map(toText).join('\t')}\n`

const fromText = (text: string): string | null => {
  if (!text.includes('\\')) return text
  return text === '\\N' ? null : text.replace(/\\(.)/g, (_, letter: string) => letters[letter] ?? letter)
}

/** Returns the values of a line. */
export const valuesIn = (line: string): (string | null)[] => line.split('\t').map(fromText)

/** More than any row of ours needs: a line without an end must not fill the memory. */
const MAX_LINE = 64 * 1_024 * 1_024

/** Yields the lines of a stream of UTF-8, without their ends. */
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

/** Yields the rows of a stream of lines, each with this number of columns. */
export async function* rowsOf(chunks: AsyncIterable<Buffer>, columns: number): AsyncGenerator<(string | null)[]> {
  for await (const line of linesOf(chunks)) {
    const row = valuesIn(line)
    if (row.length !== columns) throw new Error(`a row has ${row.length} columns, not ${columns}`)
    yield row
  }
}
