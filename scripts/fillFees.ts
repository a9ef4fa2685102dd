import { accounts, hallToday } from './demoHall.ts'

/** Makes a call as one person of the hall. */
export type Call = <T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => Promise<T>

type Fee = {
  _id: string
  student: { _id: string; name: string; email: string }
  year: number
  month: number
  amount: number
  dueOn: string
}
type Paid = { studentId: string; amount: number; receivedOn: string; method: 'cash' | 'upi' | 'bank' | 'other'; reference?: string }

const monthsAtOnce = 3
const methods = ['cash', 'upi', 'cash', 'upi', 'bank', 'cash', 'upi', 'other'] as const
/** The place of the one student who owes something beside the demo student, and how many of their latest months are unpaid. */
const inArrears = { place: 6, months: 4 }
/** The demo student can see a sum to pay. */
const unpaidOfDemo = 2

/** People who take payments may date money at most a week back, and cash not before yesterday: later entries are on the owner's list. */
const daysBack = 7
const cashDaysBack = 2
/** One in this number of cash payments is entered late anyway. */
const lateCash = 25

const dayAfter = (day: string, days: number): string => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

const allFees = async (call: Call): Promise<Fee[]> => {
  const all: Fee[] = []
  let cursor = ''
  do {
    const page = await call<{ items: Fee[]; nextCursor: string | null }>('GET', `/user/fees?limit=1000${cursor && `&cursor=${cursor}`}`)
    all.push(...page.items)
    cursor = page.nextCursor ?? ''
  } while (cursor)
  return all
}

/** Returns the payments of one student: every few months together, and a part of the first fee that stays open. */
const paymentsOf = (fees: readonly Fee[], place: number, today: string): Paid[] => {
  const isDemo = fees[0]?.student.email === accounts.student.email
  const ofOthers = place === inArrears.place ? inArrears.months : 0
  const unpaid = isDemo ? unpaidOfDemo : ofOthers
  const paid = fees.slice(0, Math.max(0, fees.length - unpaid))
  const payments: Paid[] = []
  const step = place % 4 === 0 ? 1 : monthsAtOnce
  for (let at = 0; at < paid.length; at += step) {
    const together = paid.slice(at, at + step)
    const paidOn = dayAfter(together[0]?.dueOn ?? today, (place * 7 + at * 3) % 9)
    const method = methods[(place + at) % methods.length] ?? 'cash'
    const back = method === 'cash' && (place * 3 + at) % lateCash > 0 ? cashDaysBack : daysBack
    const day = paidOn <= dayAfter(today, -back) ? dayAfter(today, -((place * 5 + at) % back)) : paidOn
    payments.push({
      studentId: together[0]?.student._id ?? '',
      amount: together.reduce((sum, { amount }) => sum + amount, 0),
      receivedOn: day > today ? today : day,
      method,
      ...(method !== 'cash' && { reference: `${method === 'bank' ? 'NEFT' : '6'}${String(320_114_700 + place * 1_009 + at * 17)}` }),
    })
  }
  const next = fees[paid.length]
  const part = { studentId: next?.student._id ?? '', amount: 500, receivedOn: today, method: 'cash' as const }
  return next ? [...payments, part] : payments
}

/** The rarer events of fees, each for another student. */
const exceptions = async (call: Call, students: readonly Fee[][], today: string): Promise<void> => {
  const ids = students.map((fees) => fees[0]?.student._id ?? '')
  const [year, month] = today.split('-').map(Number)
  const charge = (place: number, kind: string, amount: number) =>
    call<{ _id: string }>('POST', '/user/fees', { studentId: ids[place], kind, year, month, amount })
  const pay = (place: number, amount: number) =>
    call<{ _id: string }>('POST', '/user/fees/payments', { studentId: ids[place], amount, method: 'upi', reference: `71000${place}` })
  await charge(inArrears.place, 'late', 100)
  for (const [place, kind, amount] of [
    [1, 'admission', 500],
    [3, 'locker', 300],
  ] as const)
    await call('POST', `/user/fees/${(await charge(place, kind, amount))._id}/payments`, { amount, method: 'cash' })
  const deposit = await charge(2, 'deposit', 1_000)
  await call('POST', `/user/fees/${deposit._id}/payments`, { amount: 1_000, method: 'cash' })
  await call('POST', '/user/fees/refunds', {
    studentId: ids[2],
    feeId: deposit._id,
    amount: 400,
    method: 'cash',
    reason: 'Lamp of the seat was broken; the rest is returned',
  })
  for (const place of [4, 8]) await pay(place, 2_000)
  await call('POST', '/user/fees/refunds', { studentId: ids[8], amount: 500, method: 'upi', reference: '8100012', reason: 'Leaves early' })
  const wrong = await pay(9, 900)
  await call('POST', `/user/fees/payments/${wrong._id}/void`, { reason: 'Entered for the wrong student' })
  const [noted, late] = students[inArrears.place]?.slice(-2) ?? []
  if (late)
    await call('PUT', `/user/fees/${late._id}`, { amount: late.amount - 200, adjustment: 'concession', reason: 'Sister is here too' })
  if (noted) await call('PUT', `/user/fees/${noted._id}`, { notes: 'पिता जी अगले सप्ताह देंगे' })
}

/** Closes the cash box once with everything so far, ₹50 short, and then pays a little out of the rest. */
const fillCashBox = async (call: Call): Promise<void> => {
  const [float, short] = [1_500, 50]
  const { asOf, expected } = await call<{ asOf: string; expected: number }>('GET', '/user/fees/closings/cash')
  const counted = Math.max(0, expected - short)
  const handedOver = Math.max(0, counted - float)
  const closing = { asOf, counted, handedOver, receiver: 'Sunil Kumar', notes: 'One ₹50 note is missing. Counted twice, together.' }
  await call('POST', '/user/fees/closings', closing)
  for (const [kind, amount, purpose] of [
    ['out', 60, 'Water'],
    ['out', 140, 'Tea and snacks'],
    ['in', 300, 'Old newspapers sold'],
  ] as const)
    await call('POST', '/user/fees/box', { kind, amount, purpose })
}

/** Charges every student, and enters what they have paid since they joined, in chronological order. */
export const collect = async (call: Call): Promise<void> => {
  await call('POST', '/user/fees/generate', {})
  const all = (await allFees(call)).toSorted((one, other) => one.year - other.year || one.month - other.month)
  const students = [...Map.groupBy(all, ({ student }) => student._id).values()].toSorted((one, other) =>
    (one[0]?.student.name ?? '').localeCompare(other[0]?.student.name ?? ''),
  )
  const today = hallToday().toISOString().slice(0, 10)
  const payments = students.flatMap((fees, place) => paymentsOf(fees, place, today))
  for (const payment of payments.toSorted((one, other) => one.receivedOn.localeCompare(other.receivedOn)))
    await call('POST', '/user/fees/payments', payment)
  await exceptions(call, students, today)
  await fillCashBox(call)
}
