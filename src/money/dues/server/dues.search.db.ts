import { sql } from 'kysely'
import { likeContains } from '#server/db/fold.ts'
import type { Db } from '#server/db/tables.ts'

/** Returns the part of a search that is compared with phone numbers. */
export const digitsOf = (search: string): string => search.replaceAll(/[\s+()-]/g, '') || search

const seatOf = (search: string): number | undefined => (/^\d{1,3}$/.test(search) ? Number(search) : undefined)

/** Returns the ids of those who have the seat that a search names, if it names one. */
export const onSeat = async (db: Db, search: string): Promise<string[]> => {
  const seat = seatOf(search)
  if (seat === undefined) return []
  const found = await db.selectFrom('users').select('id').where('deletedAt', 'is', null).where('seatNumber', '=', seat).execute()
  return found.map(({ id }) => id)
}

/** A condition on a row of `users`: name, email, phone or seat match the search. */
export const matches = (search: string) => {
  const like = likeContains(search)
  const phone = likeContains(digitsOf(search))
  const digits = sql`replace(replace(replace(coalesce(users.phone, ''), ' ', ''), '-', ''), '+', '')`
  const number = seatOf(search)
  const seat = number === undefined ? sql`1 = 0` : sql`users.seat_number = ${number}`
  return sql<boolean>`(users.name_folded like ${like} escape '\\' or users.email_folded like ${like} escape '\\'
    or ${digits} like ${phone} escape '\\' or ${seat})`
}
