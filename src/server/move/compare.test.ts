import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { snapshotOfSqlite } from '#server/backup/rows.sqlite.ts'
import { givenFolder } from '#server/testing/program.ts'
import { compareTable, digestOf } from './compare.ts'

type Row = [number, string, string | null]

/** A database with a table whose key is a number and a text. */
const givenRows = async (rows: readonly Row[]) => {
  const file = join(await givenFolder(), 'rows.sqlite')
  const database = new DatabaseSync(file)
  database.exec(`create table migrations (number integer, name text); create table files (sha256 text, size integer);
    create table notes (number integer not null, name text not null, content text, primary key (number, name)) strict`)
  const insert = database.prepare('insert into notes values (?, ?, ?)')
  for (const row of rows) insert.run(...row)
  database.close()
  return snapshotOfSqlite(file)
}

const same: Row[] = [
  [2, 'b', 'tab\tand\nline'],
  [10, 'a', null],
  [10, 'B', '\\N'],
  [10, '\u{1f600}', ''],
  [10, '\uff5e', 'a character whose code unit is above those of an emoji'],
]

const compared = async (before: readonly Row[], after: readonly Row[]) => {
  const pair = { source: await givenRows(before), target: await givenRows(after) }
  const [table] = pair.source.tables.filter(({ name }) => name === 'notes')
  if (!table) throw new Error('There is no such table.')
  const result = await compareTable(pair, table)
  const lines: string[] = []
  for await (const chunk of result.change?.lines() ?? []) lines.push(...String(chunk).trimEnd().split('\n'))
  await pair.source.close()
  await pair.target.close()
  return { ...result, lines }
}

test('equal rows have one hash, whatever their order', async () => {
  const { change, source, target } = await compared(same, same.toReversed())
  expect([change, source, source.rows]).toEqual([undefined, target, same.length])
})

test('finds every row that is new, gone or changed in one byte', async () => {
  const changed = same.map(([number, name, content]): Row => [number, name, content === '\\N' ? '\\n' : content])
  const { change, lines, source, target } = await compared([...same, [11, 'new', 'x']], [[1, 'gone', 'y'], ...changed])
  expect([change?.removed, lines]).toEqual([
    [
      ['1', 'gone'],
      ['10', 'B'],
    ],
    ['10\tB\t\\\\N', '11\tnew\tx'],
  ])
  const digests = [source, target].map((counted) => digestOf([{ name: 'notes', counted }]))
  expect(digests[0]).not.toBe(digests[1])
})

test('a table with very many differences is replaced as a whole', async () => {
  const many = Array.from({ length: 60 }, (_, number): Row => [number, 'n', 'x'.repeat(100_000)])
  const { change, lines } = await compared(many, [[1, 'n', 'y']])
  expect([change?.removed, change?.table.rows, lines.length]).toEqual(['all', 60, 60])
})
