import { lengthOf } from '#contract/dayParts.ts'
import type { ShiftsTable } from '#server/db/tables/system.ts'
import type { Db } from '#server/db/tables.ts'

export type ShiftRow = ShiftsTable

const isWholeDay = ({ starts, ends }: ShiftRow): boolean => starts === ends

/** All shifts by their times; those of the whole day are last. */
export const all = async (db: Db): Promise<ShiftRow[]> =>
  (await db.selectFrom('shifts').selectAll().orderBy('key').execute()).toSorted(
    (one, other) => Number(isWholeDay(one)) - Number(isWholeDay(other)) || one.starts - other.starts || lengthOf(one) - lengthOf(other),
  )

export const insert = (db: Db, shift: ShiftRow) => db.insertInto('shifts').values(shift).execute()

export const update = (db: Db, { key, ...values }: ShiftRow) => db.updateTable('shifts').set(values).where('key', '=', key).execute()

export const remove = (db: Db, key: string) => db.deleteFrom('shifts').where('key', '=', key).execute()

/** Returns the number of students of each shift, those whose account has ended too. */
export const students = (db: Db) =>
  db
    .selectFrom('users')
    .select((eb) => ['slot', eb.fn.countAll<number>().as('count')])
    .where('slot', 'is not', null)
    .where('deletedAt', 'is', null)
    .groupBy('slot')
    .execute()

/** Returns whether anybody has this shift, or has ever had it: the audit names it with every new and changed person. */
export const wasUsed = async (db: Db, key: string): Promise<boolean> => {
  const has = await db.selectFrom('users').select('id').where('slot', '=', key).limit(1).executeTakeFirst()
  if (has) return true
  const named = `%"slot":"${key}"%`
  const had = await db
    .selectFrom('audit')
    .select('id')
    .where('action', 'like', 'users.%')
    .where('after', 'like', named)
    .limit(1)
    .executeTakeFirst()
  return had !== undefined
}
