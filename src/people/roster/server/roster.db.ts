import type { Db } from '#server/db/tables.ts'

/** Those of these folded addresses that someone has. */
export const takenEmails = async (db: Db, emails: readonly string[]): Promise<Set<string>> => {
  if (emails.length === 0) return new Set()
  const found = await db.selectFrom('users').select('emailFolded').where('emailFolded', 'in', emails).execute()
  return new Set(found.map(({ emailFolded }) => emailFolded ?? ''))
}

/** Students who have one of these folded names, with what tells namesakes apart. */
export const namesakes = async (db: Db, names: readonly string[]) =>
  names.length === 0
    ? []
    : db.selectFrom('users').select(['nameFolded', 'phone']).where('nameFolded', 'in', names).where('deletedAt', 'is', null).execute()

/** Who has which half of which seat on a day; a person whose account is over has none. */
export const takenSeats = (db: Db, today: string) =>
  db
    .selectFrom('seats')
    .innerJoin('users', 'users.id', 'seats.userId')
    .select(['seats.seatNumber', 'seats.half', 'users.name'])
    .where((eb) => eb.or([eb('users.terminationDate', 'is', null), eb('users.terminationDate', '>=', today)]))
    .execute()

export type Money = { userId: string; balance: number; otherBalance: number; lastCharged: number | null }

/** Of each of these people what is owed, and the last month that is charged. */
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

/** The months that these people owe something for. */
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
