import { sql } from 'kysely'
import { likeContains } from '#server/db/fold.ts'
import type { DayPassesTable, VisitorsTable } from '#server/db/tables/money.passes.ts'
import type { Db } from '#server/db/tables.ts'
import { record } from '#server/journal/journal.ts'
import { passKind } from './passes.journal.ts'

export const insertPass = async (tx: Db, pass: DayPassesTable): Promise<void> => {
  await tx.insertInto('dayPasses').values(pass).execute()
  record(tx, passKind, pass)
}

/** Passes with their payment, which decides whether they are void, and with the visitor. */
const passes = (db: Db) =>
  db
    .selectFrom('dayPasses')
    .innerJoin('payments', 'payments.id', 'dayPasses.paymentId')
    .innerJoin('visitors', 'visitors.id', 'dayPasses.visitorId')
    .selectAll('dayPasses')
    .select(['payments.studentName', 'payments.receiptNumber', 'payments.method', 'visitors.phone'])
    .select(['payments.voidedAt', 'payments.voidedByName', 'payments.voidReason'])
export type PassRow = Awaited<ReturnType<typeof ofPayment>> & object

export const ofPayment = (db: Db, paymentId: string) => passes(db).where('dayPasses.paymentId', '=', paymentId).executeTakeFirst()

type Sale = Pick<DayPassesTable, 'day' | 'slot' | 'seatNumber'>

/** Returns the oldest payment of a voided pass for the same seat, shift and day that no other payment replaces. */
export const voidToReplace = async (tx: Db, { day, slot, seatNumber }: Sale): Promise<string | undefined> => {
  const found = await tx
    .selectFrom('dayPasses')
    .innerJoin('payments as voided', 'voided.id', 'dayPasses.paymentId')
    .select('voided.id')
    .where('dayPasses.day', '=', day)
    .where('dayPasses.slot', '=', slot)
    .where('dayPasses.seatNumber', '=', seatNumber)
    .where('voided.voidedAt', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('payments as next').select('next.id').whereRef('next.replaces', '=', 'voided.id'))),
    )
    .orderBy('dayPasses.id')
    .limit(1)
    .executeTakeFirst()
  return found?.id
}

/** Returns a page of passes, the last sold first. */
export const page = (
  db: Db,
  { day, visitor }: { day?: string | undefined; visitor?: string | undefined },
  limit: number,
  after: string | undefined,
): Promise<PassRow[]> =>
  passes(db)
    .$if(day !== undefined, (query) => query.where('dayPasses.day', '=', day ?? ''))
    .$if(visitor !== undefined, (query) => query.where('dayPasses.visitorId', '=', visitor ?? ''))
    .$if(after !== undefined, (query) => query.where('dayPasses.id', '<', after ?? ''))
    .orderBy('dayPasses.id', 'desc')
    .limit(limit)
    .execute()

/** Returns the passes with the current names of their visitors, by their times. */
export const withVisitors = async (db: Db, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('dayPasses')
        .innerJoin('visitors', 'visitors.id', 'dayPasses.visitorId')
        .select(['dayPasses.id', 'dayPasses.paymentId', 'dayPasses.shiftName', 'dayPasses.starts', 'dayPasses.ends', 'visitors.name'])
        .where('dayPasses.id', 'in', ids)
        .orderBy('dayPasses.day')
        .orderBy('dayPasses.starts')
        .execute()

export const visitorBy = (db: Db, phoneFolded: string, nameFolded: string): Promise<VisitorsTable | undefined> =>
  db.selectFrom('visitors').selectAll().where('phoneFolded', '=', phoneFolded).where('nameFolded', '=', nameFolded).executeTakeFirst()

export const insertVisitor = (tx: Db, row: VisitorsTable) => tx.insertInto('visitors').values(row).execute()

/** Stores how a visitor writes name and phone now. Returns false if the visitor was erased: they never get name and phone back. */
export const renameVisitor = async (tx: Db, id: string, row: Pick<VisitorsTable, 'name' | 'phone'>): Promise<boolean> => {
  const renamed = await tx
    .updateTable('visitors')
    .set(row)
    .where('id', '=', id)
    .where('erasedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return renamed !== undefined
}

/** Returns the numbers of the receipts of a visitor, the newest first. */
export const receiptsOf = async (db: Db, visitorId: string): Promise<string[]> =>
  (await db.selectFrom('payments').select('receiptNumber').where('visitorId', '=', visitorId).orderBy('id', 'desc').execute()).map(
    ({ receiptNumber }) => receiptNumber,
  )

/** Erases a visitor. Returns false if another transaction did. */
export const eraseVisitor = async (tx: Db, id: string, erasedAt: string): Promise<boolean> => {
  const erased = await tx
    .updateTable('visitors')
    .set({ name: '', nameFolded: null, phone: null, phoneFolded: null, erasedAt })
    .where('id', '=', id)
    .where('erasedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return erased !== undefined
}

/** Returns visitors whose number or name contains what was typed, the newest first, with their passes that are not void. */
export const search = (db: Db, { digits, name }: { digits: string; name: string }, limit: number) =>
  db
    .selectFrom('visitors')
    .leftJoin('dayPasses', 'dayPasses.visitorId', 'visitors.id')
    .leftJoin('payments', (join) => join.onRef('payments.id', '=', 'dayPasses.paymentId').on('payments.voidedAt', 'is', null))
    .select((eb) => [
      'visitors.id',
      'visitors.name',
      eb.ref('visitors.phone').$notNull().as('phone'),
      eb.fn.count<number>('payments.id').as('passes'),
      sql<string | null>`max(case when payments.id is not null then day_passes.day end)`.as('lastDay'),
    ])
    .where('visitors.erasedAt', 'is', null)
    .where((eb) =>
      eb.or([
        ...(digits === '' ? [] : [sql<boolean>`visitors.phone_folded like ${likeContains(digits)} escape '\\'`]),
        ...(name === '' ? [] : [sql<boolean>`visitors.name_folded like ${likeContains(name)} escape '\\'`]),
      ]),
    )
    .groupBy(['visitors.id', 'visitors.name', 'visitors.phone'])
    .orderBy('visitors.id', 'desc')
    .limit(limit)
    .execute()
