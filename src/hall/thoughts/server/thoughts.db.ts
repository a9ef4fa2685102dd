import { sql } from 'kysely'
import type { ThoughtsTable } from '#server/db/tables/hall.ts'
import type { Db } from '#server/db/tables.ts'

export const all = (db: Db) => db.selectFrom('thoughts').selectAll().orderBy('position').orderBy('id').execute()

const counted = (db: Db) => db.selectFrom('thoughts').select((eb) => eb.fn.countAll<number>().as('count'))

export const count = async (db: Db): Promise<number> => (await counted(db).executeTakeFirstOrThrow()).count

export const countActive = async (db: Db): Promise<number> => (await counted(db).where('isActive', '=', 1).executeTakeFirstOrThrow()).count

/** Selects the active thought at this index. */
export const activeAt = (db: Db, index: number) =>
  db
    .selectFrom('thoughts')
    .select(['id', 'thought', 'author'])
    .where('isActive', '=', 1)
    .orderBy('position')
    .orderBy('id')
    .limit(1)
    .offset(index)
    .executeTakeFirst()

export const lastPosition = async (db: Db): Promise<number> => {
  const { last } = await db
    .selectFrom('thoughts')
    .select((eb) => eb.fn.max('position').as('last'))
    .executeTakeFirstOrThrow()
  return last ?? 0
}

export const find = (db: Db, id: string) => db.selectFrom('thoughts').selectAll().where('id', '=', id).executeTakeFirst()

export const insert = (db: Db, thoughts: readonly ThoughtsTable[]) => db.insertInto('thoughts').values(thoughts).execute()

/** Returns undefined if it was deleted in the meantime. */
export const update = (db: Db, id: string, change: Pick<ThoughtsTable, 'thought' | 'author' | 'isActive'>) =>
  db.updateTable('thoughts').set(change).where('id', '=', id).returningAll().executeTakeFirst()

/** Returns the deleted row, or undefined. */
export const remove = (db: Db, id: string) => db.deleteFrom('thoughts').where('id', '=', id).returningAll().executeTakeFirst()

/** Sets the position of each thought, in one statement. */
export const place = async (db: Db, positions: ReadonlyMap<string, number>): Promise<void> => {
  if (positions.size === 0) return
  const cases = sql.join(
    [...positions].map(([id, position]) => sql`when ${id} then cast(${position} as integer)`),
    sql` `,
  )
  await db
    .updateTable('thoughts')
    .set({ position: sql<number>`case id ${cases} end` })
    .where('id', 'in', [...positions.keys()])
    .execute()
}
