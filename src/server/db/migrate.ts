import { type Kysely, sql } from 'kysely'
import type { Database, DialectName } from './connect.ts'
import { up as foundation } from './migrations/0001_foundation.ts'
import { up as readingRoom } from './migrations/0002_reading_room.ts'
import { up as textSearch } from './migrations/0003_text_search.ts'
import { up as documentCounts } from './migrations/0004_document_counts.ts'
import { up as locks } from './migrations/0005_locks.ts'
import { up as deletedPeople } from './migrations/0006_deleted_people.ts'
import { up as office } from './migrations/0007_office.ts'
import { up as money } from './migrations/0008_money.ts'
import { up as instance } from './migrations/0009_instance.ts'
import { up as audit } from './migrations/0010_audit.ts'
import { up as reports } from './migrations/0011_reports.ts'
import { up as chat } from './migrations/0012_chat.ts'
import { up as messageSearch } from './migrations/0013_message_search.ts'
import { up as encryption } from './migrations/0014_encryption.ts'
import { up as uploadIds } from './migrations/0015_upload_ids.ts'
import { up as keptSeats } from './migrations/0016_kept_seats.ts'
import { up as peopleSearch } from './migrations/0017_people_search.ts'
import { up as dues } from './migrations/0018_dues.ts'
import { up as peopleLists } from './migrations/0019_people_lists.ts'
import { up as duesByStatement } from './migrations/0020_dues_by_statement.ts'
import { up as peopleByName } from './migrations/0021_people_by_name.ts'
import { up as cellEnds } from './migrations/0022_cell_ends.ts'
import { up as paidFees } from './migrations/0023_paid_fees.ts'
import { up as builtInGroups } from './migrations/0024_built_in_groups.ts'
import { up as deletedTexts } from './migrations/0025_deleted_texts.ts'
import { up as cashBox } from './migrations/0026_cash_box.ts'
import { up as journal } from './migrations/0027_journal.ts'
import { up as messageChanges } from './migrations/0028_message_changes.ts'
import { up as deviceLists } from './migrations/0029_device_lists.ts'
import { up as refundReferences } from './migrations/0030_refund_references.ts'

export type Migration = {
  /** The name of its file. */
  name: string
  up: (db: Kysely<unknown>, dialect: DialectName) => Promise<void>
}

/** Every migration in its order. One that has been released is never changed, renamed or taken out. */
export const migrations: readonly Migration[] = [
  { name: '0001_foundation', up: foundation },
  { name: '0002_reading_room', up: readingRoom },
  { name: '0003_text_search', up: textSearch },
  { name: '0004_document_counts', up: documentCounts },
  { name: '0005_locks', up: locks },
  { name: '0006_deleted_people', up: deletedPeople },
  { name: '0007_office', up: office },
  { name: '0008_money', up: money },
  { name: '0009_instance', up: instance },
  { name: '0010_audit', up: audit },
  { name: '0011_reports', up: reports },
  { name: '0012_chat', up: chat },
  { name: '0013_message_search', up: messageSearch },
  { name: '0014_encryption', up: encryption },
  { name: '0015_upload_ids', up: uploadIds },
  { name: '0016_kept_seats', up: keptSeats },
  { name: '0017_people_search', up: peopleSearch },
  { name: '0018_dues', up: dues },
  { name: '0019_people_lists', up: peopleLists },
  { name: '0020_dues_by_statement', up: duesByStatement },
  { name: '0021_people_by_name', up: peopleByName },
  { name: '0022_cell_ends', up: cellEnds },
  { name: '0023_paid_fees', up: paidFees },
  { name: '0024_built_in_groups', up: builtInGroups },
  { name: '0025_deleted_texts', up: deletedTexts },
  { name: '0026_cash_box', up: cashBox },
  { name: '0027_journal', up: journal },
  { name: '0028_message_changes', up: messageChanges },
  { name: '0029_device_lists', up: deviceLists },
  { name: '0030_refund_references', up: refundReferences },
]

/** The database was written by a newer program; the message is the one sentence that the start prints. */
export class NewerSchemaError extends Error {}

// Any number will do, as long as nothing else on the server locks the same one.
export const migrationLock = 7_021_104

/** One node migrates, the others wait here. SQLite's transaction has the whole file already. */
const lock = async (tx: Kysely<unknown>, dialect: DialectName): Promise<void> => {
  if (dialect === 'sqlite') return
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`set local lock_timeout = 0`.execute(tx)
  await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(tx)
}

const applied = async (tx: Kysely<unknown>): Promise<string[]> => {
  await sql`create table if not exists migrations (number integer not null primary key, name text not null, applied_at text not null)`.execute(
    tx,
  )
  const { rows } = await sql<{ name: string }>`select name from migrations order by number`.execute(tx)
  return rows.map((row) => row.name)
}

/** The migrations that a database has, of those that are known; none where it is empty. */
export const appliedMigrations = async ({ db }: Database): Promise<string[]> => {
  const bare = db.withoutPlugins() as unknown as Kysely<unknown>
  const tables = await bare.introspection.getTables()
  if (!tables.some(({ name }) => name === 'migrations')) return []
  const { rows } = await sql<{ name: string }>`select name from migrations order by number`.execute(bare)
  return rows.map((row) => row.name)
}

/** Applies the next migration in a transaction of its own, and returns whether there was one to apply. */
const applyNext = ({ db, dialect }: Database, upTo: number, known: readonly Migration[]): Promise<boolean> =>
  db.transaction().execute(async (outer) => {
    // Migrations write the names of columns as they are in the database, and know no type of it.
    const tx = outer.withoutPlugins() as unknown as Kysely<unknown>
    await lock(tx, dialect)
    const done = await applied(tx)
    const foreign = done.find((name, at) => known[at]?.name !== name)
    if (foreign)
      throw new NewerSchemaError(
        `The database was written by a newer version of Carrel (it contains the unknown migration "${foreign}"): start that version or a later one.`,
      )
    const next = known[done.length]
    if (!next || done.length >= upTo) return false
    await next.up(tx, dialect)
    const number = done.length + 1
    await sql`insert into migrations (number, name, applied_at) values (${number}, ${next.name}, ${new Date().toISOString()})`.execute(tx)
    return true
  })

/**
 * Brings the schema to the newest state, or to the first `upTo` migrations. Each is a transaction, so that one
 * killed midway leaves nothing and is applied by the next start. Throws a `NewerSchemaError` where the database
 * has a migration that is not known.
 */
export const migrate = async (
  database: Database,
  upTo: number = Number.POSITIVE_INFINITY,
  known: readonly Migration[] = migrations,
): Promise<void> => {
  while (await applyNext(database, upTo, known));
}
