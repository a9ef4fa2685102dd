import { sql } from 'kysely'
import { dayOfMonth } from '#contract/month.ts'
import type { ChargingRunsTable, ChargingTable } from '#server/db/tables/money.charging.ts'
import type { Db } from '#server/db/tables.ts'
import type { MonthBegins } from '#system/customization/customization.settings.contract.ts'

/** The one row. */
export const state = (db: Db): Promise<ChargingTable> => db.selectFrom('charging').selectAll().executeTakeFirstOrThrow()

export const setState = (tx: Db, change: Omit<ChargingTable, 'id'>) => tx.updateTable('charging').set(change).execute()

/** Notes that every student was looked at, unless charging was switched off in between. */
export const setLooked = (tx: Db, looked: Pick<ChargingTable, 'since' | 'lastDay' | 'feeWasConfirmed'>) =>
  tx.updateTable('charging').set(looked).where('isOn', '=', 1).execute()

export const run = (db: Db, id: string): Promise<ChargingRunsTable | undefined> =>
  db.selectFrom('chargingRuns').selectAll().where('id', '=', id).executeTakeFirst()

const newest = (db: Db) => db.selectFrom('chargingRuns').selectAll().orderBy('id', 'desc').limit(1)

export const newestRun = (db: Db): Promise<ChargingRunsTable | undefined> => newest(db).executeTakeFirst()

/** The run of a day to which more fees can be added. */
export const openRunOf = (db: Db, day: string): Promise<ChargingRunsTable | undefined> =>
  newest(db).where('day', '=', day).where('undoneAt', 'is', null).executeTakeFirst()

export const insertRun = (tx: Db, row: ChargingRunsTable) => tx.insertInto('chargingRuns').values(row).execute()

export const addToRun = (tx: Db, id: string, { fees, amount }: { fees: number; amount: number }) =>
  tx
    .updateTable('chargingRuns')
    .set((eb) => ({ fees: eb('fees', '+', fees), amount: eb('amount', '+', amount) }))
    .where('id', '=', id)
    .execute()

export const insertFees = (tx: Db, runId: string, chargeIds: readonly string[]) =>
  tx
    .insertInto('chargingFees')
    .values(chargeIds.map((chargeId) => ({ chargeId, runId })))
    .execute()

export const feesOf = async (db: Db, runId: string): Promise<string[]> =>
  (await db.selectFrom('chargingFees').select('chargeId').where('runId', '=', runId).orderBy('chargeId').execute()).map(
    ({ chargeId }) => chargeId,
  )

/** Marks a run as undone. Returns whether nobody else has. */
export const setUndone = async (
  tx: Db,
  id: string,
  undone: Pick<ChargingRunsTable, 'undoneAt' | 'undoneBy' | 'undoneByName' | 'withdrawn'>,
): Promise<boolean> =>
  (await tx
    .updateTable('chargingRuns')
    .set(undone)
    .where('id', '=', id)
    .where('undoneAt', 'is', null)
    .returning('id')
    .executeTakeFirst()) !== undefined

const seated = (db: Db, today: string) =>
  db
    .selectFrom('users')
    .where('role', '=', 'student')
    .where('deletedAt', 'is', null)
    .where('seatNumber', 'is not', null)
    .where((eb) => eb.or([eb('terminationDate', 'is', null), eb('terminationDate', '>=', today)]))

/** Students with a seat and an active account who have no joining date, so that no month is ever charged. */
export const countWithoutJoiningDate = async (db: Db, today: string): Promise<number> =>
  (
    await seated(db, today)
      .where('dateJoined', 'is', null)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

/** What decides whether a student lacks the fee of the month that they are in. `period` is the month of `today`. */
export type Asked = { period: number; today: string; monthBegins: MonthBegins }

const LAST_DAY = 31

/** The month that a student is in: the previous one, where their month begins on the joining day and it has not come yet. */
const periodOf = ({ period, today, monthBegins }: Asked) => {
  if (monthBegins === 'first') return sql<number>`${period}`
  // PostgreSQL takes the type of parameters in a `case` for text.
  const day = dayOfMonth(period, LAST_DAY) === today ? LAST_DAY : Number(today.slice(8))
  return sql<number>`case when cast(substr(users.date_joined, 9, 2) as integer) > ${day} then cast(${period - 1} as integer) else cast(${period} as integer) end`
}

const withoutFee = (db: Db, asked: Asked) =>
  seated(db, asked.today)
    .where((eb) => eb.or([eb('dateJoined', 'is', null), eb('dateJoined', '<=', asked.today)]))
    .where(
      sql<boolean>`not exists (select 1 from charges where charges.user_id = users.id and charges.kind = 'monthly' and charges.period = ${periodOf(asked)})`,
    )
    .where(
      sql<boolean>`not exists (select 1 from openings where openings.user_id = users.id and openings.charge_from > ${periodOf(asked)} and users.date_joined is not null)`,
    )

export type Place = { seatNumber: number; id: string }

/** Students with a seat who have no joining date, or no fee for the month that they are in, by seat, behind `after`. */
export const uncharged = (db: Db, asked: Asked, limit: number, after: Place | undefined) =>
  withoutFee(db, asked)
    .select(['id', 'name', 'email', 'seatNumber', 'slot', 'pictureSha256', 'monthlyFee', 'dateJoined'])
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(users.seat_number, users.id) > (${after?.seatNumber ?? 0}, ${after?.id ?? ''})`),
    )
    .orderBy('seatNumber')
    .orderBy('id')
    .limit(limit)
    .execute()

/** A condition on a row of `users`: the person is one of these students. */
export const isUncharged = (db: Db, asked: Asked) => sql<boolean>`users.id in ${withoutFee(db, asked).select('users.id')}`

export const countUncharged = async (db: Db, asked: Asked): Promise<number> =>
  (
    await withoutFee(db, asked)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count
