import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '#server/db/tables.ts'
import { type Given, given } from '#server/testing/given.ts'

/* The claims of docs/operations.md about deleted messages on PostgreSQL, checked in the files of the server. */

const isServer = process.env.TEST_DATABASE === 'postgres'

const canaries = ['plainquokka', 'beforequokka', 'editedquokka']

type Relation = { name: string; bytes: Buffer }

/** Returns the tables, indexes and TOAST data of the database as stored on disk. */
const relationsOf = async (db: Db): Promise<Relation[]> => {
  await sql`checkpoint`.execute(db)
  const { rows } = await sql<Relation>`select relname as name, pg_read_binary_file(pg_relation_filepath(oid)) as bytes from pg_class
    where relkind in ('r', 'i', 't') and relnamespace in ('public'::regnamespace, 'pg_toast'::regnamespace)
    and relfilenode <> 0`.execute(db)
  return rows
}

const foundIn = async (db: Db): Promise<string[]> => {
  const relations = await relationsOf(db)
  return relations.flatMap(({ name, bytes }) => canaries.filter((word) => bytes.includes(word)).map((word) => `${word} in ${name}`)).sort()
}

const sayAndDelete = async (app: Given): Promise<() => Promise<void>> => {
  const asha = await app.as('student')
  const general = '/chat/conversations/general/messages'
  const say = async (content: string): Promise<string> => (await asha.post(general, { content })).body._id
  await say('is the seat by the fan free?')
  const plain = await say('plainquokka, of many words')
  const edited = await say('beforequokka, as it was')
  await asha.put(`/chat/messages/${edited}`, { content: 'editedquokka, as it is now' })
  await say('it is free now')
  return async () => {
    for (const id of [plain, edited]) expect((await asha.del(`/chat/messages/${id}`)).status).toBe(204)
  }
}

/*
 * A plain VACUUM is not enough: it frees the space of deleted rows without overwriting it, and a GIN index keeps words that no
 * row contains any more.
 */
test.runIf(isServer)('PostgreSQL has no word of a deleted message in its tables and indexes after VACUUM FULL', async () => {
  const app = await given()
  const deleteAll = await sayAndDelete(app)
  expect(new Set((await foundIn(app.db)).map((found) => found.split(' ')[0]))).toEqual(new Set(canaries))
  await deleteAll()
  // Rows visible to a transaction of another connection are kept, so VACUUM is repeated until that has ended.
  const vacuumed = async (): Promise<string[]> => {
    await sql`vacuum full messages, message_versions, search_messages, node_messages`.execute(app.db)
    return foundIn(app.db)
  }
  await expect.poll(vacuumed).toEqual([])
})
