import { fold } from '#server/db/fold.ts'
import type { Db } from '#server/db/tables.ts'

/** The name shown in place of a deleted person. */
const NAME = 'Deleted user'

/** Closes the account and clears the personal data of its row. Returns undefined if it does not exist or is already deleted. */
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
      phoneFolded: null,
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
