import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from } from 'pg-copy-streams'
import { isArchived } from '#server/backup/rows.ts'
import { postgresMessageIndex } from '#server/db/messageIndex.postgres.ts'
import { cellOf } from '#server/db/messageIndex.ts'
import { vectorOf } from '#server/db/textVector.ts'

const BATCH_BYTES = 256_000

type Value = string | number | bigint | null

const fieldOf = (value: Value): string =>
  value === null ? '\\N' : String(value).replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')

/** Lines for COPY, several at once. */
function* linesOf(rows: Iterable<readonly Value[]>): Generator<string> {
  let batch = ''
  for (const row of rows) {
    batch += `${row.map(fieldOf).join('\t')}\n`
    if (batch.length < BATCH_BYTES) continue
    yield batch
    batch = ''
  }
  yield batch
}

const copyInto = (client: pg.Client, table: string, columns: readonly string[], rows: Iterable<readonly Value[]>): Promise<void> =>
  pipeline(Readable.from(linesOf(rows)), client.query(from(`copy ${table} (${columns.join(', ')}) from stdin`)))

function* rowsOf(db: DatabaseSync, table: string, columns: readonly string[]): Generator<readonly Value[]> {
  for (const row of db.prepare(`select ${columns.join(', ')} from ${table}`).iterate()) yield Object.values(row) as Value[]
}

type Message = { id: string; conversationId: string; seq: number; content: string }

function* wordsOfMessages(db: DatabaseSync): Generator<readonly Value[]> {
  const messages = db.prepare('select id, conversation_id as conversationId, seq, content from messages where content is not null')
  for (const row of messages.iterate()) {
    const { id, conversationId, seq, content } = row as Message
    const cell = cellOf(conversationId, Math.floor(seq / postgresMessageIndex.cellMessages))
    yield [id, vectorOf(content.split(' ').map((word) => cell + word))]
  }
}

/** Removes the indexes that belong to no constraint, and returns a function that makes them again. */
const withoutIndexes = async (client: pg.Client): Promise<() => Promise<void>> => {
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where schemaname = 'public' and indexname not in (select conname from pg_constraint)`,
  )
  for (const { indexname } of rows) await client.query(`drop index ${indexname}`)
  return async () => {
    for (const { indexdef } of rows) await client.query(indexdef)
  }
}

/**
 * Copies all rows of a SQLite file into a PostgreSQL database that a server has migrated, with the indexes of words. A restore would
 * do the same in several times the time, since it adds words message by message.
 */
export const copyRows = async (file: string, databaseUrl: string): Promise<void> => {
  const db = new DatabaseSync(file, { readOnly: true })
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`set session_replication_role = replica; set maintenance_work_mem = '512MB'; set synchronous_commit = off`)
    const restoreIndexes = await withoutIndexes(client)
    const tables = db.prepare(`select name from sqlite_schema where type = 'table'`).all() as { name: string }[]
    for (const { name } of tables.filter((table) => isArchived(table.name))) {
      const columns = (db.prepare(`pragma table_info(${name})`).all() as { name: string }[]).map((column) => column.name)
      await client.query(`delete from ${name}`)
      await copyInto(client, name, columns, rowsOf(db, name, columns))
    }
    await client.query(`insert into search_pages (sha256, page, words) select sha256, page, to_tsvector('simple', text) from page_texts`)
    await copyInto(client, 'search_messages', ['message_id', 'words'], wordsOfMessages(db))
    await restoreIndexes()
    // Autovacuum does this in the first minute.
    await client.query('vacuum analyze')
  } finally {
    await client.end()
    db.close()
  }
}
