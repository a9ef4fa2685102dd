import { addDays } from '#contract/day.ts'
import { monthOfDay } from '#contract/month.ts'
import { firstSlots } from '#contract/terms.ts'
import { newId } from '#server/db/ids.ts'
import type { ChargesTable } from '#server/db/tables/money.ts'
import type { SeatsTable, UsersTable } from '#server/db/tables/people.ts'
import type { Given } from '#server/testing/given.ts'
import { newAccount } from '#server/testing/people.ts'
import { randomFrom } from '#server/testing/random.ts'

/** The pieces of the day that the first three shifts have, until the hall changes them. */
const piecesOf = { morning: [0], afternoon: [840], 'full-day': [0, 840] }

type Hall = { users: UsersTable[]; charges: ChargesTable[]; seats: SeatsTable[] }

const chargeOf = (userId: string, period: number, paidAmount: number, kind: ChargesTable['kind'] = 'monthly'): ChargesTable => ({
  id: newId(),
  userId,
  kind,
  period,
  originalAmount: 90_000,
  amount: 90_000,
  paidAmount,
  dueOn: '2026-11-05',
  notes: '',
  takesCredit: 1,
  settledAt: paidAmount === 90_000 ? 'then' : null,
  createdBy: null,
  createdAt: 'then',
})

/** People of whom two in three have a seat or a part of one, as long as there are any. */
const rowsOf = (people: number, seats: number, today: string): Hall => {
  const random = randomFrom(`${people} people`)
  const oneOf = <T>(...choices: T[]): T => choices[Math.floor(random() * choices.length)] as T
  const hall: Hall = { users: [], charges: [], seats: [] }
  let seatNumber = 0
  for (let made = 0; made < people; made++) {
    const slot = oneOf(...firstSlots)
    const isSeated = random() < 0.66 && seatNumber < seats
    if (isSeated) seatNumber++
    const role = random() < 0.97 ? ('student' as const) : ('manager' as const)
    const user = newAccount(role, {
      slot: role === 'student' ? slot : null,
      seatNumber: isSeated && role === 'student' ? seatNumber : null,
      terminationDate: oneOf(null, addDays(today, Math.floor(random() * 40) - 15)),
      dateJoined: oneOf(null, addDays(today, -30), addDays(today, -Math.floor(random() * 60)), addDays(today, 3)),
    })
    hall.users.push(user)
    if (user.seatNumber !== null)
      for (const piece of piecesOf[slot]) hall.seats.push({ seatNumber: user.seatNumber, piece, userId: user.id })
    const month = monthOfDay(today)
    if (random() < 0.6) hall.charges.push(chargeOf(user.id, month, oneOf(0, 90_000, 40_000)))
    if (random() < 0.4) hall.charges.push(chargeOf(user.id, month - 1, oneOf(0, 90_000)))
    if (random() < 0.1) hall.charges.push(chargeOf(user.id, month, 0, 'locker'))
  }
  return hall
}

const AT_ONCE = 500

/** Fills the hall of a test with people in every state, some of them deleted. */
export const fillHall = async ({ db, today }: Given, people: number, seats: number): Promise<void> => {
  const { users, charges, seats: halves } = rowsOf(people, seats, today())
  for (let at = 0; at < users.length; at += AT_ONCE)
    await db
      .insertInto('users')
      .values(users.slice(at, at + AT_ONCE))
      .execute()
  for (let at = 0; at < charges.length; at += AT_ONCE)
    await db
      .insertInto('charges')
      .values(charges.slice(at, at + AT_ONCE))
      .execute()
  for (let at = 0; at < halves.length; at += AT_ONCE)
    await db
      .insertInto('seats')
      .values(halves.slice(at, at + AT_ONCE))
      .execute()
  const gone = users.filter(({ seatNumber }, at) => seatNumber === null && at % 5 === 0).map(({ id }) => id)
  if (gone.length > 0) await db.updateTable('users').set({ deletedAt: 'then' }).where('id', 'in', gone).execute()
}
