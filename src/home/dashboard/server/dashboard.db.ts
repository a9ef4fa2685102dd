import type { Db } from '#server/db/tables.ts'

/** Counts the students whose account is active on this day of the hall's calendar. */
export const countActiveStudents = async (db: Db, today: string): Promise<number> => {
  const { count } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('role', '=', 'student')
    .where('deletedAt', 'is', null)
    .where((eb) => eb.or([eb('terminationDate', 'is', null), eb('terminationDate', '>=', today)]))
    .executeTakeFirstOrThrow()
  return count
}
