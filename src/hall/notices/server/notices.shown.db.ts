import type { ExpressionBuilder } from 'kysely'
import type { NoticesTable } from '#server/db/tables/hall.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { type NoticeRow, withDetails } from './notices.db.ts'

/* Which notices a person sees, and when that changes. */

/** A person at an instant. */
type Reader = { personId: string; now: string }

type Where = ExpressionBuilder<Tables, 'notices'>

const isFor = (eb: Where, personId: string) =>
  eb.or([
    eb('notices.targetAllUsers', '=', 1),
    eb.exists(
      eb
        .selectFrom('noticeTargets')
        .select('noticeTargets.userId')
        .whereRef('noticeTargets.noticeId', '=', 'notices.id')
        .where('noticeTargets.userId', '=', personId),
    ),
  ])

/** Published, not expired, active and for this person: readers see no other notices. */
const isCurrent = (eb: Where, { personId, now }: Reader) =>
  eb.and([
    eb('notices.isActive', '=', 1),
    eb.or([eb('notices.publishAt', 'is', null), eb('notices.publishAt', '<=', now)]),
    eb.or([eb('notices.expiresAt', 'is', null), eb('notices.expiresAt', '>', now)]),
    isFor(eb, personId),
  ])

/** Selects the current notices of a person, highest priority first, then newest first; `readAt` is null for unread notices. */
export const current = (db: Db, reader: Reader, types: readonly NoticesTable['type'][], limit: number) =>
  withDetails(db)
    .leftJoin('noticeReads', (join) => join.onRef('noticeReads.noticeId', '=', 'notices.id').on('noticeReads.userId', '=', reader.personId))
    .select('noticeReads.readAt')
    .where((eb) => isCurrent(eb as unknown as Where, reader))
    .where('notices.type', 'in', types)
    .orderBy('notices.priority', 'desc')
    .orderBy('notices.id', 'desc')
    .limit(limit)
    .execute()
export type CurrentRow = Awaited<ReturnType<typeof current>>[number]

export const currentById = (db: Db, id: string, reader: Reader): Promise<NoticeRow | undefined> =>
  withDetails(db)
    .where('notices.id', '=', id)
    .where((eb) => isCurrent(eb as unknown as Where, reader))
    .executeTakeFirst()

/** Selects the next instants at which an active notice is published or expires: for one person or, for staff, for anyone. */
export const nextInstants = async (db: Db, now: string, personId?: string): Promise<(string | null)[]> => {
  const query = db
    .selectFrom('notices')
    .where('notices.isActive', '=', 1)
    .$if(personId !== undefined, (all) => all.where((eb) => isFor(eb, personId ?? '')))
  const earliest = async (column: 'publishAt' | 'expiresAt') =>
    (
      await query
        .where(column, '>', now)
        .select((eb) => eb.fn.min(column).as('at'))
        .executeTakeFirst()
    )?.at ?? null
  return [await earliest('publishAt'), await earliest('expiresAt')]
}
