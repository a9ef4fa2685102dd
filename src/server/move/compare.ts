import { createHash, type Hash } from 'node:crypto'
import { linesOf, valuesIn } from '../backup/copyText.ts'
import type { KeyColumn, Snapshot, TableShape } from '../backup/rows.ts'
import type { TableChange } from '../backup/tableChange.ts'

/** The same moment of two databases, read side by side. */
export type Pair = { source: Snapshot; target: Snapshot }

type Row = { line: string; values: readonly (string | null)[] }

/** The rows of a table in one database, and the hash of all its lines. */
export type Counted = { rows: number; sha256: string }
export type Compared = { table: TableShape; source: Counted; target: Counted; change: TableChange | undefined; before: readonly string[] }

/** From this size on, a table is copied as a whole instead of row by row. */
const MAX_CHANGED = 4 * 1_024 * 1_024

const counting = (hash: Hash) => {
  let rows = 0
  return {
    add: (line: string): void => {
      rows++
      hash.update(line).update('\n')
    },
    end: (): Counted => ({ rows, sha256: hash.digest('hex') }),
  }
}

/** Keys in the order of both databases: numbers by value, texts by their bytes. */
const compareKeys = (one: Row, other: Row, key: readonly KeyColumn[], places: readonly number[]): number => {
  for (const [at, { isNumber }] of key.entries()) {
    const [first, second] = [one.values[places[at] ?? 0] ?? '', other.values[places[at] ?? 0] ?? '']
    if (first === second) continue
    return isNumber ? Number(first) - Number(second) : Buffer.compare(Buffer.from(first), Buffer.from(second))
  }
  return 0
}

async function* readRows(snapshot: Snapshot, table: TableShape, key: readonly KeyColumn[]): AsyncGenerator<Row> {
  for await (const line of linesOf(snapshot.lines(table, key))) yield { line, values: valuesIn(line) }
}

type Differing = { removed: Row[]; added: Row[]; isWhole: boolean }

/** Goes through both in the order of their keys. Both are read to their ends. */
const merge = async ({ source, target }: Pair, table: TableShape, key: readonly KeyColumn[]) => {
  const places = key.map(({ name }) => table.columns.indexOf(name))
  const [rows, others] = [readRows(source, table, key), readRows(target, table, key)]
  const [ours, theirs] = [counting(createHash('sha256')), counting(createHash('sha256'))]
  const differing: Differing = { removed: [], added: [], isWhole: false }
  let size = 0
  const note = (list: 'removed' | 'added', row: Row): void => {
    size += row.line.length
    differing.isWhole ||= size > MAX_CHANGED
    if (!differing.isWhole) differing[list].push(row)
    else for (const kept of [differing.removed, differing.added]) kept.length = 0
  }
  let [one, other] = [await rows.next(), await others.next()]
  while (!one.done || !other.done) {
    const order = one.done ? 1 : other.done ? -1 : compareKeys(one.value, other.value, key, places)
    const isSame = order === 0 && !one.done && !other.done && one.value.line === other.value.line
    if (order <= 0 && !one.done) {
      ours.add(one.value.line)
      if (!isSame) note('added', one.value)
    }
    if (order >= 0 && !other.done) {
      theirs.add(other.value.line)
      if (!isSame) note('removed', other.value)
    }
    if (order <= 0) one = await rows.next()
    if (order >= 0) other = await others.next()
  }
  return { source: ours.end(), target: theirs.end(), differing }
}

const keyIn = (key: readonly KeyColumn[], { columns }: TableShape, { values }: Row): string[] =>
  key.map(({ name }) => values[columns.indexOf(name)] ?? '')

async function* bytesOf(rows: readonly Row[]): AsyncGenerator<Buffer> {
  for (const { line } of rows) yield Buffer.from(`${line}\n`)
}

/** Compares a table row by row, and returns what would make the target equal. */
export const compareTable = async (pair: Pair, table: TableShape): Promise<Compared> => {
  const key = await pair.source.keyOf(table.name)
  if (key.length === 0) throw new Error(`The table "${table.name}" has no primary key, so its rows cannot be compared.`)
  const { source, target, differing } = await merge(pair, table, key)
  const { removed, added, isWhole } = differing
  if (!isWhole && removed.length + added.length === 0) return { table, source, target, change: undefined, before: [] }
  const change: TableChange = isWhole
    ? { table: { ...table, rows: source.rows }, key, removed: 'all', lines: () => pair.source.lines(table) }
    : {
        table: { ...table, rows: added.length },
        key,
        removed: removed.map((row) => keyIn(key, table, row)),
        lines: () => bytesOf(added),
      }
  return { table, source, target, change, before: removed.map(({ line }) => line) }
}

/** Returns one hash over the counts and hashes of all tables, in the order of their names. */
export const digestOf = (tables: readonly { name: string; counted: Counted }[]): string =>
  createHash('sha256')
    .update(tables.map(({ name, counted }) => `${name} ${counted.rows} ${counted.sha256}\n`).join(''))
    .digest('hex')
