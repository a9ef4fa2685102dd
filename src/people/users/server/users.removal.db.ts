import { fold } from '#server/db/fold.ts'
import type { Db } from '#server/db/tables.ts'

/** The name that stands where a deleted person did something. */
const NAME = 'Deleted user'

/** Closes the account and takes out of its row who it was. Returns undefined if it is missing or was deleted already. */
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
      dateJoined: null,
      terminationDate: null,
      slot: null,
      seatNumber: null,
      pictureSha256: null,
      monthlyFee: null,
      formerSeat: null,
      deletedAt,
    })
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
