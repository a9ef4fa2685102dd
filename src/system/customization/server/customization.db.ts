import { fold } from '#server/db/fold.ts'
import type { CustomizationTable, ThemesTable } from '#server/db/tables/system.ts'
import type { Db } from '#server/db/tables.ts'

/** Returns the single row, or undefined before the first change. */
export const row = (db: Db): Promise<CustomizationTable | undefined> => db.selectFrom('customization').selectAll().executeTakeFirst()

export const save = (db: Db, { id, ...values }: CustomizationTable) =>
  db
    .insertInto('customization')
    .values({ id, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()

const themes = (db: Db) =>
  db
    .selectFrom('themes')
    .leftJoin('users', (join) => join.onRef('users.id', '=', 'themes.createdBy').on('users.deletedAt', 'is', null))
    .select(['themes.id', 'themes.place', 'themes.name', 'themes.colors', 'users.id as creatorId', 'users.name as creatorName'])
export type ThemeRow = Awaited<ReturnType<typeof allThemes>>[number]

export const allThemes = (db: Db) => themes(db).orderBy('themes.createdAt').orderBy('themes.id').execute()

export const theme = (db: Db, id: string) => themes(db).where('themes.id', '=', id).executeTakeFirst()

/** Returns undefined if the name or the place is taken. The unique indexes decide, so that concurrent writes are safe. */
export const insertTheme = (db: Db, theme: Omit<ThemesTable, 'nameFolded'>) =>
  db
    .insertInto('themes')
    .values({ ...theme, nameFolded: fold(theme.name) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()

/** Throws a unique violation if another theme has the name. */
export const updateTheme = (db: Db, id: string, { name, colors }: Pick<ThemesTable, 'name' | 'colors'>) =>
  db
    .updateTable('themes')
    .set({ name, nameFolded: fold(name), colors })
    .where('id', '=', id)
    .execute()

export const removeTheme = (db: Db, id: string) => db.deleteFrom('themes').where('id', '=', id).execute()

/** Returns the logo if it has this digest. */
export const logo = (db: Db, sha256: string) =>
  db
    .selectFrom('customization')
    .innerJoin('files', 'files.sha256', 'customization.logoSha256')
    .select(['customization.logoName', 'files.sha256', 'files.size', 'files.mediaType'])
    .where('customization.logoSha256', '=', sha256)
    .executeTakeFirst()

/** Selects people with a seat number above `seats` whose account is active on this day, each person once. */
export const seatedBeyond = (db: Db, seats: number, today: string) =>
  db
    .selectFrom('seats')
    .innerJoin('users', 'users.id', 'seats.userId')
    .select(['seats.seatNumber', 'users.id', 'users.name'])
    .distinct()
    .where('seats.seatNumber', '>', seats)
    .where('users.deletedAt', 'is', null)
    .where((eb) => eb.or([eb('users.terminationDate', 'is', null), eb('users.terminationDate', '>=', today)]))
    .orderBy('seats.seatNumber')
    .orderBy('users.id')
    .execute()
