import { addDays } from '#contract/day.ts'
import type { Given, SignedInPerson } from '#server/testing/given.ts'
import { fee, float, randomOf, type Student, type TheftHall, theftHallOf } from './theftHall.ts'
import { type Thefts, theftsOf } from './thefts.ts'

/*
 * One year of the hall. Three clerks take turns by week, and Mohan steals. All three make the mistakes of honest clerks: they void,
 * forget a reference, enter a transfer on the next day, give a discount, and miscount a little.
 */

type Random = () => number

type Taking = (hall: TheftHall, clerk: SignedInPerson, student: Student) => Promise<unknown>

const inCash: Taking = (hall, clerk, student) => hall.pay(clerk, student, fee)
const byUpi: Taking = (hall, clerk, student) => hall.pay(clerk, student, fee, { method: 'upi', reference: hall.transfer() })

/** Mistakes of honest clerks, equally frequent: one in four payments is one of them. */
const mistakes: Taking[] = [
  (hall, clerk, student) => hall.pay(clerk, student, fee, { method: 'upi', reference: hall.transfer(), receivedOn: hall.yesterday() }),
  (hall, clerk, student) => hall.pay(clerk, student, fee, { method: 'bank', reference: hall.transfer(), receivedOn: hall.yesterday() }),
  (hall, clerk, student) => hall.pay(clerk, student, fee, { method: 'bank', referenceSkipped: true }),
  (hall, clerk, student) => hall.pay(clerk, student, fee, { receivedOn: hall.yesterday() }),
  async (hall, clerk, student) => {
    await hall.lower(clerk, student, 100, 'Scholarship')
    await hall.pay(clerk, student, fee - 100)
  },
  async (hall, clerk, student) => {
    await hall.voidOf(clerk, await hall.pay(clerk, student, 100), 100)
    await hall.pay(clerk, student, fee)
  },
  async (hall, clerk, student) => {
    const receipt = await hall.pay(clerk, student, fee)
    await hall.done(clerk.get(`/user/fees/receipts/${receipt._id}`))
    await hall.voidOf(clerk, receipt, fee)
    await byUpi(hall, clerk, student)
  },
  async (hall, clerk, student) => {
    const { credit } = await hall.pay(clerk, student, fee + 100)
    if (credit >= 100) await hall.refund(clerk, student, 100, 'Paid too much')
  },
]
const MISTAKEN = 0.25

/** Records a payment as an honest clerk does, mistakes included. */
const payHonestly = async (hall: TheftHall, clerk: SignedInPerson, student: Student, random: Random): Promise<void> => {
  const chance = random()
  const way = chance < MISTAKEN ? mistakes[Math.floor((chance / MISTAKEN) * mistakes.length)] : chance < 0.5 ? byUpi : inCash
  await way?.(hall, clerk, student)
}

type Year = {
  hall: TheftHall
  thefts: Thefts
  random: Random
  /** The events of each day, in order. */
  plan: Map<string, ((clerk: SignedInPerson) => Promise<unknown>)[]>
}

const planOn = ({ plan }: Year, day: string, deed: (clerk: SignedInPerson) => Promise<unknown>) =>
  plan.set(day, [...(plan.get(day) ?? []), deed])

/** Plans a student's payment of the fee. Mohan keeps a part of three in four. */
const planPayment = (year: Year, day: string, student: Student) => {
  const { hall, thefts, random } = year
  const [thief] = hall.clerks
  planOn(year, day, async (clerk) => {
    const way = clerk === thief && random() < 0.75 ? thefts.nextAtPayment() : undefined
    if (!way) return payHonestly(hall, clerk, student, random)
    await way(hall, clerk, student, (days, deed) => planOn(year, addDays(day, days), deed))
  })
}

const daysSince = (day: string): number => (Date.parse(day) - Date.parse('2026-01-01')) / 86_400_000
const weekOf = (day: string): number => Math.floor(daysSince(day) / 7)
/** The first days of the weeks in which Mohan is at the desk. */
const weeks = Array.from({ length: 17 }, (_, at) => addDays('2026-01-01', at * 21))

/** Plans Mohan's other thefts, in his weeks. */
const planThefts = (year: Year, leavers: readonly Student[]) => {
  const { hall, thefts } = year
  planOn(year, addDays(weeks[2] ?? '', 1), async (clerk) => {
    const student = await thefts.tinyFee(hall, clerk)
    for (const week of weeks.slice(4)) planOn(year, week, (him) => hall.pay(him, student, 100))
  })
  planOn(year, addDays(weeks[3] ?? '', 2), (clerk) => thefts.seatWithoutFee(hall, clerk))
  for (const [at, student] of leavers.entries())
    planOn(year, addDays(weeks[8 + at * 3] ?? '', 1), (clerk) => thefts.refundToDeleted(hall, clerk, student))
}

/** Two students pay in advance, leave, and are deleted with their credit. */
const planLeavers = async (year: Year): Promise<Student[]> => {
  const { hall } = year
  const leavers: Student[] = []
  for (const [at, name] of ['Omkar', 'Pooja'].entries()) {
    const { _id } = await hall.app.as('student', { name })
    leavers.push({ _id, name })
    planOn(year, addDays(weeks[5] ?? '', 8 + at), (clerk) => hall.pay(clerk, { _id, name }, fee))
    planOn(year, addDays(weeks[6] ?? '', 10), () => hall.done(hall.owner.del(`/user/${_id}`)))
  }
  return leavers
}

/** Closes the box in the evening, unless Mohan needs the cash for three days or keeps the float. */
const closeEvening = async ({ hall, thefts, random }: Year, day: string, clerk: SignedInPerson): Promise<void> => {
  hall.at(day, 20 * 60 + 30)
  const [turn, dayOfWeek] = [weekOf(day) / 3, daysSince(day) % 7]
  if (turn % 2 === 1 && dayOfWeek >= 1 && dayOfWeek <= 3) {
    // The third day is closed on the fourth, which is in time.
    if (dayOfWeek < 3 && hall.movedToday()) thefts.skipClosing(clerk, day)
    return
  }
  if (!hall.hasMoved()) return
  if (turn % 4 === 2 && dayOfWeek >= 4 && hall.inBox() > float) return void (await thefts.resetFloat(hall, clerk))
  await hall.close(clerk, random() < 0.1 ? 10 : 0)
}

const month = (at: number): string => `2026-${String(at).padStart(2, '0')}`

export const yearOfThefts = async (app: Given, seed: number) => {
  const hall = await theftHallOf(app)
  const year: Year = { hall, thefts: theftsOf(), random: randomOf(seed), plan: new Map() }
  planThefts(year, await planLeavers(year))
  for (let at = 1; at <= 12; at++) {
    planOn(year, `${month(at)}-01`, () => hall.done(hall.owner.post('/user/fees/generate')))
    for (const student of hall.students)
      planPayment(year, `${month(at)}-${String(2 + Math.floor(year.random() * 25)).padStart(2, '0')}`, student)
  }
  for (let day = '2026-01-01'; day <= '2026-12-31'; day = addDays(day, 1)) {
    const clerk = hall.clerks[weekOf(day) % 3] ?? hall.owner
    const deeds = (year.plan.get(day) ?? []).entries()
    for (const [at, deed] of deeds) {
      hall.at(day, 9 * 60 + at * 10)
      await deed(clerk)
    }
    await closeEvening(year, day, clerk)
  }
  hall.at('2027-01-10', 9 * 60)
  return { ...hall, thefts: year.thefts.done }
}
