import type { Db } from '#server/db/tables.ts'

/** Returns those of these folded addresses that are in use. */
export const takenEmails = async (db: Db, emails: readonly string[]): Promise<Set<string>> => {
  if (emails.length === 0) return new Set()
  const found = await db.selectFrom('users').select('emailFolded').where('emailFolded', 'in', emails).execute()
  return new Set(found.map(({ emailFolded }) => emailFolded ?? ''))
}

/** Returns everybody with a phone number, with the fields that distinguish people who share one. */
export const phones = (db: Db) =>
  db.selectFrom('users').select(['name', 'nameFolded', 'phone']).where('phone', 'is not', null).where('deletedAt', 'is', null).execute()

/** Returns those of these mobile numbers that belong to accounts valid on a day. */
export const takenPhones = async (db: Db, phones: readonly string[], today: string): Promise<Set<string>> => {
  if (phones.length === 0) return new Set()
  const found = await db
    .selectFrom('users')
    .select('phoneFolded')
    .where('phoneFolded', 'in', phones)
    .where('deletedAt', 'is', null)
    .where((eb) => eb.or([eb('terminationDate', 'is', null), eb('terminationDate', '>=', today)]))
    .execute()
  return new Set(found.map(({ phoneFolded }) => phoneFolded ?? ''))
}

/** Returns who has which seat in which piece of a day. Expired accounts have none. */
export const takenSeats = (db: Db, today: string) =>
  db
    .selectFrom('seats')
    .innerJoin('users', 'users.id', 'seats.userId')
    .select(['seats.seatNumber', 'seats.piece', 'users.name'])
    .where((eb) => eb.or([eb('users.terminationDate', 'is', null), eb('users.terminationDate', '>=', today)]))
    .execute()

export type Money = { userId: string; balance: number; otherBalance: number; lastCharged: number | null }

/** Returns what each of these people owes, and the last charged month. */
export const moneyOf = async (db: Db, userIds: readonly string[]): Promise<Map<string, Money & { paidUpTo: number | null }>> => {
  if (userIds.length === 0) return new Map()
  const charged = await db
    .selectFrom('charges')
    .select(({ eb, fn, ref }) => [
      'userId',
      fn.sum<number>(eb(ref('amount'), '-', ref('paidAmount'))).as('balance'),
      fn
        .sum<number>(
          eb
            .case()
            .when('kind', '=', 'monthly')
            .then(0)
            .else(eb(ref('amount'), '-', ref('paidAmount')))
            .end(),
        )
        .as('otherBalance'),
      fn.max<number | null>(eb.case().when('kind', '=', 'monthly').then(ref('period')).end()).as('lastCharged'),
    ])
    .where('userId', 'in', userIds)
    .groupBy('userId')
    .execute()
  const openings = await db.selectFrom('openings').select(['userId', 'paidUpTo']).where('userId', 'in', userIds).execute()
  const opened = new Map(openings.map(({ userId, paidUpTo }) => [userId, paidUpTo]))
  const nothing = { balance: 0, otherBalance: 0, lastCharged: null }
  const found = new Map(charged.map((money) => [money.userId, money]))
  return new Map(
    userIds.map((userId) => [userId, { ...(found.get(userId) ?? { userId, ...nothing }), paidUpTo: opened.get(userId) ?? null }]),
  )
}

/** Returns the months for which these people owe something. */
export const openMonths = async (db: Db, userIds: readonly string[]) =>
  userIds.length === 0
    ? []
    : db
        .selectFrom('charges')
        .select(({ eb, ref }) => ['userId', 'period', eb(ref('amount'), '-', ref('paidAmount')).as('balance')])
        .where('userId', 'in', userIds)
        .where('kind', '=', 'monthly')
        .where('settledAt', 'is', null)
        .execute()
