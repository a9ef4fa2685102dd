import { fold } from '#server/db/fold.ts'
import type { Db } from '#server/db/tables.ts'

/** The name that stands where a deleted person did something. */
const NAME = 'Deleted user'

/** Closes the account and takes out of its row who it was. Answers nothing where it is missing or was deleted already. */
export const anonymise = (db: Db, id: string, deletedAt: string) =>
  db
    .updateTable('users')
    .set({
      name: NAME,
      nameFolded: fold(NAME),
      email: null,
      emailFolded: null,
      passwordHash: '',
      phone: null,
      dob: null,
      slot: null,
      seatNumber: null,
      pictureSha256: null,
      deletedAt,
    })
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()

/** What a person kept, and what was kept about where they sign in. */
export const removeBelongings = async (db: Db, userId: string): Promise<void> => {
  await db.deleteFrom('favorites').where('userId', '=', userId).execute()
  await db.deleteFrom('readingProgress').where('userId', '=', userId).execute()
  await db.deleteFrom('oneTimeKeys').where('userId', '=', userId).execute()
  await db.deleteFrom('signInAddresses').where('userId', '=', userId).execute()
}
