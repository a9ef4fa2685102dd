import type { TrustBooksTable } from '#server/db/tables/chat.encryption.ts'
import type { Db } from '#server/db/tables.ts'

export const bookOf = (db: Db, userId: string): Promise<TrustBooksTable | undefined> =>
  db.selectFrom('trustBooks').selectAll().where('userId', '=', userId).executeTakeFirst()

/** Replaces the book with the number `replaces`, 0 for none. Returns whether that was still the stored one. */
export const replaceBook = async (tx: Db, { userId, number, book }: TrustBooksTable, replaces: number): Promise<boolean> =>
  replaces === 0
    ? (
        await tx
          .insertInto('trustBooks')
          .values({ userId, number, book })
          .onConflict((conflict) => conflict.doNothing())
          .returning('userId')
          .execute()
      ).length > 0
    : (
        await tx
          .updateTable('trustBooks')
          .set({ number, book })
          .where('userId', '=', userId)
          .where('number', '=', replaces)
          .returning('userId')
          .execute()
      ).length > 0

export const removeBookOf = (tx: Db, userId: string) => tx.deleteFrom('trustBooks').where('userId', '=', userId).execute()
