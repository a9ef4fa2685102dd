import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import type { Place } from '#server/http/paging.ts'

/* Messages that await attention: flagged ones and those with an undecided report. */

const open = (db: Db) => db.selectFrom('messageReports').where('messageReports.outcome', 'is', null)

const newestFirst = (one: Place, other: Place): number => {
  if (one.at !== other.at) return one.at < other.at ? 1 : -1
  return one.id < other.id ? 1 : -1
}

/** Returns flags after a place, newest first, of messages without a later report. */
const pageOfFlags = (db: Db, limit: number, after: Place | undefined): Promise<Place[]> =>
  db
    .selectFrom('messageFlags')
    .select(['messageId as id', 'flaggedAt as at'])
    .where(
      sql<boolean>`not exists (select 1 from message_reports where message_reports.message_id = message_flags.message_id
        and outcome is null and created_at > message_flags.flagged_at)`,
    )
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(message_flags.flagged_at, message_flags.message_id) < (${after?.at ?? ''}, ${after?.id ?? ''})`),
    )
    .orderBy('flaggedAt', 'desc')
    .orderBy('messageId', 'desc')
    .limit(limit)
    .execute()

/** Returns the latest report of each message after a place, newest first, of messages without a later flag. */
const pageOfReports = (db: Db, limit: number, after: Place | undefined): Promise<Place[]> =>
  open(db)
    .select(['messageId as id', 'createdAt as at'])
    .where(
      sql<boolean>`not exists (select 1 from message_flags where message_flags.message_id = message_reports.message_id
        and flagged_at >= message_reports.created_at)`,
    )
    .where(
      sql<boolean>`not exists (select 1 from message_reports later where later.message_id = message_reports.message_id
        and later.outcome is null and (later.created_at, later.id) > (message_reports.created_at, message_reports.id))`,
    )
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(message_reports.created_at, message_reports.message_id) < (${after?.at ?? ''}, ${after?.id ?? ''})`),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('messageId', 'desc')
    .limit(limit)
    .execute()

/**
 * Returns a page of the messages that await attention, each with the time of its latest flag or report. Flags and reports are read
 * apart, each from an index in its order, so that a page costs the same however many there are.
 */
export const pageOfFlagged = async (db: Db, limit: number, after: Place | undefined): Promise<Place[]> =>
  [...(await pageOfFlags(db, limit, after)), ...(await pageOfReports(db, limit, after))].toSorted(newestFirst).slice(0, limit)

/** Counts the messages that await attention. */
export const countFlagged = async (db: Db): Promise<number> => {
  const flags = await db
    .selectFrom('messageFlags')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const others = await open(db)
    .where(sql<boolean>`not exists (select 1 from message_flags where message_flags.message_id = message_reports.message_id)`)
    .select((eb) => eb.fn.count<number>('messageId').distinct().as('count'))
    .executeTakeFirstOrThrow()
  return flags.count + others.count
}

/** Counts the messages with an undecided report, however many people reported each. */
export const countReported = async (db: Db): Promise<number> =>
  (
    await open(db)
      .select((eb) => eb.fn.count<number>('messageId').distinct().as('count'))
      .executeTakeFirstOrThrow()
  ).count

/** Returns the numbers of flags and open reports of these conversations; may omit conversations without any. */
export const marksIn = (db: Db, conversationIds: readonly string[]) =>
  conversationIds.length === 0
    ? Promise.resolve([])
    : db.selectFrom('conversationMarks').selectAll().where('conversationId', 'in', conversationIds).execute()
