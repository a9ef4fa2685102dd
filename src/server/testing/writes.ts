import { CompiledQuery, sql } from 'kysely'
import { expect } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Topic } from '#contract/topics.ts'
import type { Database } from '#server/db/connect.ts'
import { isSqlite } from '#server/db/dialect.ts'
import type { Db } from '#server/db/tables.ts'
import { features } from '#server/features.ts'
import type { Prepare } from './database.ts'

/*
 * Triggers that only tests install record which tables a call has written, so that a call with an undeclared change fails the first
 * test that makes it. An update without effect is a lock and not a write.
 */

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * The topic of each table whose rows someone sees; those of the server are listed here. Every call extends a session, of which
 * nobody needs to be notified.
 */
const topicOf = new Map<string, Topic>([
  ['sessions', 'sessions'],
  ['chores', 'system'],
])
for (const { tables } of Object.values(features))
  for (const [table, topic] of Object.entries(tables)) if (topic) topicOf.set(snake(table), topic)

const notesUpdates = (table: string): boolean => table !== 'sessions'

const note = (table: string): string => `insert into test_writes (name) values ('${table}')`

const sqliteTriggers = async (db: Db): Promise<string[]> => {
  const texts = ['create table test_writes (name text not null) strict']
  for (const table of topicOf.keys()) {
    const { rows } = await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(db)
    const [before, after] = ['old', 'new'].map((row) => `(${rows.map(({ name }) => `${row}."${name}"`).join(', ')})`)
    texts.push(`create trigger note_insert_${table} after insert on ${table} begin ${note(table)}; end`)
    texts.push(`create trigger note_delete_${table} after delete on ${table} begin ${note(table)}; end`)
    if (notesUpdates(table))
      texts.push(`create trigger note_update_${table} after update on ${table} when ${before} is not ${after} begin ${note(table)}; end`)
  }
  return texts
}

const postgresTriggers = (): string[] => [
  'create table if not exists test_writes (name text not null)',
  `create or replace function note_write() returns trigger language plpgsql as $$ begin
    insert into test_writes (name) values (TG_TABLE_NAME); return null;
  end $$`,
  ...[...topicOf.keys()].flatMap((table) => [
    `create or replace trigger note_write after insert or delete on ${table} for each row execute function note_write()`,
    ...(notesUpdates(table)
      ? [
          `create or replace trigger note_update after update on ${table} for each row when (old.* is distinct from new.*)
            execute function note_write()`,
        ]
      : []),
  ]),
]

export const installTriggers: Prepare = async (db) => {
  for (const text of isSqlite(db) ? await sqliteTriggers(db) : postgresTriggers()) await sql.raw(text).execute(db)
}

// Compiled once, because every call of every test runs them.
const takeNotes = CompiledQuery.raw('delete from test_writes returning name')
const countWrites = CompiledQuery.raw('select total_changes() as count')

export type Writes = {
  /** Runs a call and compares what it wrote with what it declares to change; for parallel calls, with what all of them declare. */
  during: <T>(endpoint: Endpoint | undefined, call: () => Promise<T>) => Promise<T>
  /** The topics that the last call, or the last parallel ones, wrote. */
  last: () => readonly Topic[]
  /** How many rows of all tables the last call wrote; PostgreSQL does not count them. */
  rows: () => number
  /** The test itself, or a job that it runs, writes these topics beside its calls. */
  othersWrite: (topics: readonly Topic[]) => void
}

/** How many rows were ever written; PostgreSQL does not count them. */
const writtenIn = async (db: Db): Promise<number> =>
  isSqlite(db) ? ((await db.executeQuery<{ count: number }>(countWrites)).rows[0]?.count ?? 0) : 0

/** Returns a function that takes the notes of the writes since its last call. If nothing was written, it does not look for them. */
const takerOf = (db: Db): (() => Promise<readonly Topic[]>) => {
  let seen = -1
  return async () => {
    const written = await writtenIn(db)
    if (isSqlite(db) && written === seen) return []
    const { rows } = await db.executeQuery<{ name: string }>(takeNotes)
    // Taking a note is a write too. What others wrote in between is taken at the next call.
    seen = written + rows.length
    return [...new Set(rows.flatMap(({ name }) => topicOf.get(name) ?? []))].toSorted()
  }
}

/** Needs a database with the triggers. */
export const watchWrites = ({ db, gate }: Database): Writes => {
  let inFlight = 0
  let allowed = new Set<Topic>()
  let last: readonly Topic[] = []
  let rows = 0
  /** A call that starts while the writes of earlier ones are read would be taken for one of them, so it waits. */
  let reading: Promise<readonly Topic[]> = Promise.resolve([])
  const byOthers = new Set<Topic>()
  const take = takerOf(db)
  return {
    othersWrite: (topics) => {
      for (const topic of topics) byOthers.add(topic)
    },
    last: () => last,
    rows: () => rows,
    during: async (endpoint, call) => {
      // Neither the call nor this watch can write.
      if (gate.closedFor !== undefined) return call()
      await reading
      inFlight++
      if (inFlight === 1) {
        allowed = new Set()
        reading = take()
      }
      for (const topic of endpoint?.changes ?? []) allowed.add(topic)
      await reading
      const before = await writtenIn(db)
      try {
        return await call()
      } finally {
        rows = (await writtenIn(db)) - before
        inFlight--
        if (inFlight === 0) {
          const declared = allowed
          reading = take()
          const written = await reading
          last = written
          expect(
            written.filter((topic) => !declared.has(topic) && !byOthers.has(topic)),
            'topics that were written and that the call does not declare to change',
          ).toEqual([])
        }
      }
    },
  }
}
