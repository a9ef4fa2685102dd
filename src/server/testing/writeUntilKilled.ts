import { writeSync } from 'node:fs'
import { connect } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Db } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'

/*
 * The process that the kill test kills. It writes into the given folder, many writes concurrently, and prints the name of every
 * pair or single row once it is acknowledged.
 */

const [dataDir = ''] = process.argv.slice(2)
const database = await connect({ databaseUrl: undefined, dataDir })
await migrate(database)

const insert = (db: Db, name: string) =>
  db
    .insertInto('secrets')
    .values({ name, value: 'x'.repeat(200), createdAt: 'now' })
    .execute()

const pair = (id: string): Promise<unknown> =>
  transact(database.db, async (tx) => {
    await insert(tx, `pair/${id}/1`)
    await insert(tx, `pair/${id}/2`)
  })

const write = async (side: number): Promise<never> => {
  for (;;) {
    const id = newId()
    await (side % 2 ? pair(id) : insert(database.db, `single/${id}`))
    // Synchronous, so that what is printed was acknowledged and what was acknowledged is printed next.
    writeSync(1, `${side % 2 ? `pair/${id}/2` : `single/${id}`}\n`)
  }
}

await Promise.all(Array.from({ length: 16 }, (_, side) => write(side)))
