import type { RemindersTable } from '#server/db/tables/money.dues.ts'
import type { Db } from '#server/db/tables.ts'

export const insert = (db: Db, reminder: RemindersTable) => db.insertInto('reminders').values(reminder).execute()

/** Returns undefined if the reminder does not exist or was already deleted. */
export const remove = (db: Db, id: string) => db.deleteFrom('reminders').where('id', '=', id).returningAll().executeTakeFirst()

/** Returns the last reminder of each of these people. */
export const lastOf = async (db: Db, userIds: readonly string[]): Promise<Map<string, RemindersTable>> => {
  if (userIds.length === 0) return new Map()
  const newest = db
    .selectFrom('reminders')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('userId', 'in', userIds)
    .groupBy('userId')
  const found = await db.selectFrom('reminders').selectAll().where('id', 'in', newest).execute()
  return new Map(found.map((reminder) => [reminder.userId, reminder]))
}
