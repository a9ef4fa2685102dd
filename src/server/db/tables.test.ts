import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#server/testing/database.ts'
import { declaredTables } from '#server/testing/declaredTables.ts'
import type { Db } from './tables.ts'

const kinds: Readonly<Record<string, string>> = { TEXT: 'string', text: 'string', INTEGER: 'number', int4: 'number', int8: 'number' }

/** `migrations` and `program_state` belong to the runner, `test_writes` to other tests of this worker, and the search tables differ between the databases. */
const isDeclared = ({ name }: { name: string }): boolean =>
  !['migrations', 'program_state', 'test_writes'].includes(name) && !name.startsWith('search_')

/** Every column of the database as `table.column: string | null`. */
const columnsIn = async (db: Db): Promise<string[]> =>
  (await db.introspection.getTables())
    .filter(isDeclared)
    .flatMap(({ name, columns }) =>
      columns.map((column) => `${name}.${column.name}: ${kinds[column.dataType] ?? column.dataType}${column.isNullable ? ' | null' : ''}`),
    )

test('src/server/db/tables declares the tables with the same columns, types and nullability', async () => {
  const { db } = await testDatabase()
  const columns = await columnsIn(db)
  expect(columns.length).toBeGreaterThan(400)
  expect(
    declaredTables()
      .map(({ table, column, type }) => `${table}.${column}: ${type}`)
      .toSorted(),
  ).toEqual(columns.toSorted())
})

const listed = /check \((\w+) in \(([^)]*)\)\)/g

test.runIf(!process.env.TEST_DATABASE || process.env.TEST_DATABASE === 'sqlite')(
  'a column with a list of values declares these values',
  async () => {
    const { db } = await testDatabase()
    const { rows } = await sql<{ name: string; sql: string }>`select name, sql from sqlite_schema
      where type = 'table' and name <> 'program_state'`.execute(db)
    const checked = rows.flatMap((row) =>
      [...row.sql.matchAll(listed)].map(([, column, values = '']) => `${row.name}.${column}: ${values.split(', ').toSorted().join(', ')}`),
    )
    expect(checked.length).toBeGreaterThan(20)
    const declared = declaredTables().filter(({ values }) => values.length > 1)
    expect(declared.map(({ table, column, values }) => `${table}.${column}: ${values.toSorted().join(', ')}`).toSorted()).toEqual(
      checked.toSorted(),
    )
  },
)

test('numbers above four bytes are read as numbers', async () => {
  const { db } = await testDatabase()
  await db.insertInto('files').values({ sha256: 'sha', size: 5_000_000_000, mediaType: 'application/pdf', createdAt: 'then' }).execute()
  expect(await db.selectFrom('files').select('size').execute()).toEqual([{ size: 5_000_000_000 }])
  await db.insertInto('feeTotals').values({ period: 24_322, settled: 0, charges: 1, amount: 5_000_000_000, paidAmount: 0 }).execute()
  expect(
    await db
      .selectFrom('feeTotals')
      .select((of) => of.fn.sum('amount').as('sum'))
      .execute(),
  ).toEqual([{ sum: 5_000_000_000 }])
})
