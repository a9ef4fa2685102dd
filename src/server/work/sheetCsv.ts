import { pipeline, Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { Refused, type SheetInput, type SheetRow } from './sheetRow.ts'

const decodings: readonly { mark: readonly number[]; name: string }[] = [
  { mark: [0xef, 0xbb, 0xbf], name: 'utf-8' },
  { mark: [0xff, 0xfe], name: 'utf-16le' },
  { mark: [0xfe, 0xff], name: 'utf-16be' },
]

/** Programs that write another encoding than UTF-8 do not declare it; guessing would corrupt names silently. */
const textOf = (bytes: Uint8Array): string => {
  const { name } = decodings.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte)) ?? { name: 'utf-8' }
  let text: string
  try {
    text = new TextDecoder(name, { fatal: true }).decode(bytes)
  } catch {
    throw new Refused('encoding')
  }
  if (text.includes('\0')) throw new Refused('notSheet')
  return text
}

const delimiters = [',', ';', '\t'] as const

const declared = /^sep=([,;\t])\r?\n/i

/** Returns the most frequent separator outside quotes in the first line with content. */
const delimiterOf = (text: string): string => {
  const line = text.slice(Math.max(0, text.search(/[^\s,;]/)))
  const counts = new Map<string, number>(delimiters.map((sign) => [sign, 0]))
  let quoted = false
  for (const sign of line) {
    if (sign === '"') quoted = !quoted
    else if (!quoted && (sign === '\n' || sign === '\r')) break
    else if (!quoted && counts.has(sign)) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  }
  return delimiters.toSorted((one, other) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0))[0] ?? ','
}

const looksLikeSheet = (text: string): boolean => !/^\s*(?:%PDF|<!doctype|<html|<\?xml|\{\\rtf)/i.test(text)

/** Bytes that are parsed before the rows in them are read. */
const PIECE = 16_384

/** Given a whole file, the parser would hold every row at once: for nothing but line ends, that is 300 times its size. */
function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE)
}

/** Yields the records of a CSV file, detecting commas, semicolons and tabs. */
export async function* csvRows(bytes: Uint8Array, { allRows }: Pick<SheetInput, 'allRows'>): AsyncGenerator<SheetRow> {
  const text = textOf(bytes)
  if (!looksLikeSheet(text)) throw new Refused('notSheet')
  const said = declared.exec(text)
  const delimiter = said?.[1] ?? delimiterOf(text)
  // A blank cell between tabs consists only of blanks.
  const trim = delimiter !== '\t'
  const records = parse({ delimiter, relax_column_count: true, relax_quotes: true, trim })
  // The loop below receives the error of the parser.
  pipeline(Readable.from(piecesOf(Buffer.from(said ? text.slice(said[0].length) : text))), records, () => undefined)
  let row = 0
  try {
    for await (const cells of records as AsyncIterable<string[]>) {
      if (row === allRows) throw new Refused('tooMuch')
      yield { row: ++row, cells }
    }
  } catch (error) {
    // An unclosed quote, for example.
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_')) throw new Refused('unreadable')
    throw error
  }
}
