import { expect } from 'vitest'
import { addDays } from '#contract/day.ts'
import type { Given, SignedInPerson } from '#server/testing/given.ts'

/*
 * A hall of seven students for the year 2026, and the real content of its cash box: clerks put cash in and take it out, and may
 * enter something else.
 */

export const fee = 1_000
/** The cash that remains in the box overnight. */
export const float = 500

/** Returns a generator of numbers from 0 to 1, the same in every run. */
export const randomOf = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
}

export type Student = { _id: string; name: string }
export type Receipt = { _id: string; receiptNumber: string; credit: number }

const names = ['Aarav', 'Bhavna', 'Chetan', 'Divya', 'Esha', 'Farhan', 'Gauri']

export const theftHallOf = async (app: Given) => {
  app.setNow('2026-01-01T03:30:00.000Z')
  const owner = await app.as('superadmin', { name: 'Sunita' })
  const [mohan, ravi, meera] = [
    await app.as('manager', { name: 'Mohan' }),
    await app.as('manager', { name: 'Ravi' }),
    await app.as('manager', { name: 'Meera' }),
  ]
  const students: Student[] = []
  for (const [at, name] of names.entries()) {
    const { _id } = await app.as('student', { name, dateJoined: '2026-01-01', slot: 'full-day', seatNumber: at + 1 })
    students.push({ _id, name })
  }
  const done = async (call: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await call
    expect([status, (body as { message?: string } | undefined)?.message]).toEqual([status < 300 ? status : 'done', undefined])
    // biome-ignore lint/suspicious/noExplicitAny: the caller says what it reads of the answer
    return body as any
  }
  let today = '2026-01-01'
  let box = 0
  let hasMoved = false
  const moved = new Set<string>()
  let transfers = 400_000
  const put = (cash: number) => {
    box += cash
    hasMoved = true
    moved.add(today)
  }
  /** Records a payment. Cash is put into the box, unless `kept` is set. */
  const pay = async (clerk: SignedInPerson, student: Student, amount: number, more: object = {}): Promise<Receipt> => {
    const sent = { studentId: student._id, amount, method: 'cash', ...more }
    const receipt = await done(clerk.post('/user/fees/payments', sent))
    if (sent.method === 'cash') put(amount)
    return receipt
  }
  const refund = async (clerk: SignedInPerson, student: Student, amount: number, reason: string) => {
    const sent = { studentId: student._id, amount, method: 'cash', reason }
    const voucher: { voucherNumber: string } = await done(clerk.post('/user/fees/refunds', sent))
    put(-amount)
    return voucher
  }
  /** Voids a cash payment and takes the cash out of the box. */
  const voidOf = async (clerk: SignedInPerson, receipt: Receipt, amount: number) => {
    await done(clerk.post(`/user/fees/payments/${receipt._id}/void`, { reason: 'Wrong amount' }))
    put(-amount)
  }
  /** Closes the box with its real content, minus what the clerk keeps or miscounts. */
  const close = async (clerk: SignedInPerson, missing = 0): Promise<{ _id: string }> => {
    const counted = Math.max(0, box - missing)
    const handedOver = Math.max(0, counted - float)
    const receiver = handedOver > 0 ? 'Sunita' : ''
    const closing = await done(clerk.post('/user/fees/closings', { counted, handedOver, receiver }))
    box = counted - handedOver
    hasMoved = false
    return closing
  }
  const lower = async (clerk: SignedInPerson, student: Student, by: number, reason: string) => {
    const [newest] = (await done(clerk.get(`/user/fees/${student._id}`))).items
    await done(clerk.put(`/user/fees/${newest._id}`, { amount: newest.amount - by, adjustment: 'concession', reason }))
  }
  const add = async (clerk: SignedInPerson, name: string, more: object): Promise<Student> => {
    const sent = { name, email: `${name.toLowerCase()}@example.org`, password: 'correct horse battery', role: 'student', ...more }
    return { _id: (await done(clerk.post('/user', sent)))._id, name }
  }
  return {
    ...{ app, owner, students, clerks: [mohan, ravi, meera] as const },
    ...{ done, pay, refund, voidOf, close, lower, add },
    today: () => today,
    yesterday: () => addDays(today, -1),
    /** Returns the reference of a new transfer. */
    transfer: () => String(++transfers),
    inBox: () => box,
    /** Returns whether cash has moved since the last closing. */
    hasMoved: () => hasMoved,
    /** Returns whether cash has moved today. */
    movedToday: () => moved.has(today),
    /** Sets the clock to a time of a day in the hall, which is five and a half hours ahead of UTC. */
    at: (day: string, minute: number) => {
      today = day
      app.setNow(new Date(Date.parse(`${day}T00:00:00.000+05:30`) + minute * 60_000).toISOString())
    },
  }
}
export type TheftHall = Awaited<ReturnType<typeof theftHallOf>>
