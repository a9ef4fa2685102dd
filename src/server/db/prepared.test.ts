import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#server/testing/database.ts'
import { prepared } from './compiled.ts'
import type { Db } from './tables.ts'
import { transact } from './transact.ts'

const isServer = process.env.TEST_DATABASE === 'postgres'

const lockNamed = prepared((db, name: string) => db.selectFrom('locks').selectAll().where('name', '=', name))

test('finds the row of each key', async () => {
  const { db } = await testDatabase()
  for (const name of ['fees', 'users']) await db.insertInto('locks').values({ name }).execute()
  for (const name of ['fees', 'users', 'fees']) expect(await lockNamed(db, name)).toEqual([{ name }])
})

test.runIf(isServer)('PostgreSQL plans a prepared query once per connection, and no other query', async () => {
  const { db } = await testDatabase()
  const plans = await transact(db, async (tx) => {
    for (const name of ['fees', 'users', 'backup']) await lockNamed(tx, name)
    await tx.selectFrom('locks').selectAll().where('name', '=', 'fees').execute()
    const { rows } = await sql<{ runs: number }>`select generic_plans + custom_plans as runs from pg_prepared_statements
      where statement like '%"locks"%' and statement like 'select%'`.execute(tx)
    return rows.map(({ runs }) => runs)
  })
  expect(plans).toHaveLength(1)
  expect(plans[0]).toBeGreaterThanOrEqual(3)
})

const wander = prepared((db: Db, id: string) => ({
  compile: () => sql<{ id: string }>`select * from wanderers where id = ${sql.val(id)}`.compile(db),
}))

test.runIf(isServer)('a prepared query is planned again after its table has changed', async () => {
  const { db } = await testDatabase()
  await sql`create table wanderers (id text)`.execute(db)
  try {
    await sql`insert into wanderers values ('one')`.execute(db)
    for (let turn = 0; turn < 8; turn++) expect(await wander(db, 'one')).toEqual([{ id: 'one' }])
    await sql`alter table wanderers add column height integer`.execute(db)
    await expect(wander(db, 'one')).rejects.toThrow('cached plan must not change result type')
    expect(await wander(db, 'one')).toEqual([{ id: 'one', height: null }])
  } finally {
    await sql`drop table wanderers`.execute(db)
  }
})
