import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

/** Maximum number of findings listed per kind. */
const MOST = 20

const found = async <T>(db: Db, query: RawBuilder<T>): Promise<T[]> => (await query.execute(db)).rows

/** Charged months whose locker fee neither exists nor was withdrawn. */
export const withoutFee = (db: Db) =>
  found(
    db,
    sql<{ userId: string; period: number }>`
      select known.user_id, known.period from locker_charges known
      left join charges on charges.id = known.charge_id and charges.user_id = known.user_id and charges.period = known.period
        and charges.kind = 'locker'
      left join withdrawn_charges on withdrawn_charges.id = known.charge_id and withdrawn_charges.user_id = known.user_id
        and withdrawn_charges.period = known.period
      where known.charge_id is not null and charges.id is null and withdrawn_charges.id is null
      order by known.user_id, known.period limit ${MOST}`,
  )

/** Lockers whose holder differs from the open use, of which there is at most one. */
export const withOtherHolder = (db: Db) =>
  found(
    db,
    sql<{ number: string }>`
      select lockers.number from lockers
      left join locker_uses on locker_uses.locker_id = lockers.id and locker_uses.ended_at is null
      where lockers.student_id is distinct from locker_uses.student_id order by lockers.number_order limit ${MOST}`,
  )
