import type { ClosingsTable, HandOversTable } from '#server/db/tables/money.cashbox.ts'
import type { Db } from '#server/db/tables.ts'
import { record } from '#server/journal/journal.ts'
import { closingKind, handOverKind } from './cashbox.journal.ts'

/** Closings, each with the amount handed over. */
const closings = (db: Db) =>
  db
    .selectFrom('closings')
    .leftJoin('handOvers', 'handOvers.closingId', 'closings.id')
    .selectAll('closings')
    .select((eb) => [
      eb.fn.coalesce('handOvers.amount', eb.val(0)).as('handedOver'),
      eb.fn.coalesce('handOvers.receiver', eb.val('')).as('receiver'),
    ])

export type ClosingRow = Awaited<ReturnType<typeof page>>[number]
export type LastClosing = Pick<ClosingRow, 'asOf' | 'counted' | 'handedOver' | 'closedAt'>

/** Returns the closing that counts up to the latest instant. */
export const last = (db: Db) => closings(db).orderBy('asOf', 'desc').orderBy('nth', 'desc').limit(1).executeTakeFirst()

export const byClientId = (db: Db, clientId: string) => closings(db).where('closings.clientId', '=', clientId).executeTakeFirst()

/** Returns the number of closings of a day. */
export const countOf = async (db: Db, day: string): Promise<number> =>
  (
    await db
      .selectFrom('closings')
      .where('day', '=', day)
      .select((eb) => eb.fn.coalesce(eb.fn.max<number>('nth'), eb.val(0)).as('nth'))
      .executeTakeFirstOrThrow()
  ).nth

export type Place = { day: string; nth: number }

/** Returns a page of closings, newest day first, after the cursor `after`; with `until`, only those made until that instant. */
export const page = (db: Db, until: string | undefined, limit: number, after: Place | undefined) =>
  closings(db)
    .$if(until !== undefined, (query) => query.where('closings.closedAt', '<=', until ?? ''))
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb.or([eb('day', '<', after?.day ?? ''), eb.and([eb('day', '=', after?.day ?? ''), eb('nth', '<', after?.nth ?? 0)])]),
      ),
    )
    .orderBy('day', 'desc')
    .orderBy('nth', 'desc')
    .limit(limit)
    .execute()

export const insertClosing = async (tx: Db, closing: ClosingsTable): Promise<void> => {
  await tx.insertInto('closings').values(closing).execute()
  record(tx, closingKind, closing)
}

export const insertHandOver = async (tx: Db, handOver: HandOversTable): Promise<void> => {
  await tx.insertInto('handOvers').values(handOver).execute()
  record(tx, handOverKind, handOver)
}
