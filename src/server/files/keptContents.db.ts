import { sql } from 'kysely'
import type { ContentMarksTable } from '#server/db/tables/platform.ts'
import type { Db } from '#server/db/tables.ts'

type Keeping = { sha256: string; keptAt: string; keptBy: string }

/**
 * Records that a content is kept now. Returns false while another process is removing it; the condition is the lock, and waits for
 * a removal that is just beginning. `now` is the time of the database.
 */
export const keep = async (db: Db, keeping: Keeping, now: Date): Promise<boolean> => {
  const { keptAt, keptBy } = keeping
  const kept = await db
    .insertInto('keptContents')
    .values({ ...keeping, removingUntil: null })
    .onConflict((conflict) =>
      conflict
        .column('sha256')
        .doUpdateSet({ keptAt, keptBy, removingUntil: null })
        .where((eb) => eb.or([eb('keptContents.removingUntil', 'is', null), eb('keptContents.removingUntil', '<', now.toISOString())])),
    )
    .returning('sha256')
    .executeTakeFirst()
  return kept !== undefined
}

/** Returns the instants at which those of the contents that this installation has kept were kept last. */
export const keptAtOf = async (db: Db, hashes: readonly string[]): Promise<Map<string, string>> => {
  if (hashes.length === 0) return new Map()
  const rows = await db.selectFrom('keptContents').select(['sha256', 'keptAt']).where('sha256', 'in', hashes).execute()
  return new Map(rows.map(({ sha256, keptAt }) => [sha256, keptAt]))
}

/** Locks the row of a content by an update without effect, and returns it. */
export const lock = (tx: Db, sha256: string) =>
  tx
    .updateTable('keptContents')
    .set((eb) => ({ keptAt: eb.ref('keptAt') }))
    .where('sha256', '=', sha256)
    .returningAll()
    .executeTakeFirst()

export const setRemoving = (db: Db, sha256: string, removingUntil: string) =>
  db.updateTable('keptContents').set({ removingUntil }).where('sha256', '=', sha256).execute()

/** Ends a removal that changed nothing. */
export const cancelRemoval = (db: Db, sha256: string, removingUntil: string) =>
  db
    .updateTable('keptContents')
    .set({ removingUntil: null })
    .where('sha256', '=', sha256)
    .where('removingUntil', '=', removingUntil)
    .execute()

/** Ends a removal after which the content is gone. */
export const forget = (db: Db, sha256: string, removingUntil: string) =>
  db.deleteFrom('keptContents').where('sha256', '=', sha256).where('removingUntil', '=', removingUntil).execute()

export const mark = (db: Db, row: ContentMarksTable) => db.insertInto('contentMarks').values(row).execute()

export const unmark = (db: Db, name: string) => db.deleteFrom('contentMarks').where('name', '=', name).execute()

export const marks = (db: Db) => db.selectFrom('contentMarks').selectAll().orderBy('name').execute()

/** Returns whether a process has marked a content since `since`, with another mark than `except`. */
export const isMarked = async (db: Db, sha256: string, since: string, except = ''): Promise<boolean> => {
  const found = await db
    .selectFrom('contentMarks')
    .select('name')
    .where('sha256', '=', sha256)
    .where('markedAt', '>=', since)
    .where('name', '<>', except)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export const removeMarksBefore = (db: Db, before: string) => db.deleteFrom('contentMarks').where('markedAt', '<', before).execute()

/** Returns whether the database names files, and none of them was ever put into a bucket. */
export const isBucketUnused = async (db: Db): Promise<boolean> => {
  const [named, kept] = await Promise.all(
    (['files', 'keptContents'] as const).map((table) => db.selectFrom(table).select('sha256').limit(1).executeTakeFirst()),
  )
  return named !== undefined && kept === undefined
}

/**
 * In a restored database: the contents of its rows are in the bucket now. Without a bucket, nothing is. Nobody is storing anything.
 */
export const restart = async (tx: Db, isInBucket: boolean, at: string): Promise<void> => {
  await tx.deleteFrom('contentMarks').execute()
  if (!isInBucket) return void (await tx.deleteFrom('keptContents').execute())
  await tx.updateTable('keptContents').set({ removingUntil: null }).execute()
  await tx
    .insertInto('keptContents')
    .columns(['sha256', 'keptAt', 'keptBy', 'removingUntil'])
    .expression((eb) =>
      eb
        .selectFrom('files')
        .select([
          'sha256',
          sql.lit(at).as('keptAt'),
          sql.lit('restore').as('keptBy'),
          sql<string | null>`cast(null as text)`.as('removingUntil'),
        ])
        .where(sql<boolean>`true`),
    )
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .execute()
}
