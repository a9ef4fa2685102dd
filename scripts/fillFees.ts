import { accounts } from './institution.ts'

/** Makes a call as one person of the institution. */
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
/** How many of the latest months are not paid, by the place of a student; most owe nothing. */
const unpaidMonths = [2, 0, 0, 1, 0, 0, 4, 0, 0, 0, 1, 0, 7]

/** Money is dated at most a week back by those who take payments, and cash not before yesterday: what is later is on the owner's list. */
const daysBack = 7
const cashDaysBack = 2
/** One in so many cash payments is entered late all the same. */
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

/** What one student has paid: every few months together, and of the latest fee that is owed sometimes a part. */
const paymentsOf = (fees: readonly Fee[], place: number, today: string): Paid[] => {
  // A person who looks around as the demo student finds something to pay.
  const isDemo = fees[0]?.student.email === accounts.student.email
  const unpaid = isDemo ? 2 : (unpaidMonths[place % unpaidMonths.length] ?? 0)
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
  return next && (isDemo || place % 2 === 0) ? [...payments, part] : payments
}

/** The rarer things that happen to fees, each to another student. */
const exceptions = async (call: Call, students: readonly Fee[][], today: string): Promise<void> => {
  const ids = students.map((fees) => fees[0]?.student._id ?? '')
  const [year, month] = today.split('-').map(Number)
  const charge = (place: number, kind: string, amount: number) =>
    call<{ _id: string }>('POST', '/user/fees', { studentId: ids[place], kind, year, month, amount })
  const pay = (place: number, amount: number) =>
    call<{ _id: string }>('POST', '/user/fees/payments', { studentId: ids[place], amount, method: 'upi', reference: `71000${place}` })
  for (const [place, kind, amount] of [
    [1, 'admission', 500],
    [3, 'locker', 300],
    [6, 'late', 100],
  ] as const)
    await charge(place, kind, amount)
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
  const late = students[6]?.at(-1)
  if (late)
    await call('PUT', `/user/fees/${late._id}`, { amount: late.amount - 200, adjustment: 'concession', reason: 'Sister is here too' })
  const noted = students[12]?.at(-1)
  if (noted) await call('PUT', `/user/fees/${noted._id}`, { notes: 'पिता जी अगले सप्ताह देंगे' })
}

/** The cash box is closed once with everything before, and then a little is paid out of what stays in it. */
const useBox = async (call: Call): Promise<void> => {
  const float = 1_500
  const { asOf, expected } = await call<{ asOf: string; expected: number }>('GET', '/user/fees/closings/cash')
  const handedOver = Math.max(0, expected - float)
  const closing = { asOf, counted: expected, handedOver, receiver: 'Sunil Kumar', notes: 'Counted together' }
  await call('POST', '/user/fees/closings', closing)
  for (const [kind, amount, purpose] of [
    ['out', 60, 'Water'],
    ['out', 140, 'Tea and snacks'],
    ['in', 300, 'Old newspapers sold'],
  ] as const)
    await call('POST', '/user/fees/box', { kind, amount, purpose })
}

/** Charges every student, and enters what they have paid since they joined, in the order in which it came. */
export const collect = async (call: Call): Promise<void> => {
  await call('POST', '/user/fees/generate', {})
  const all = (await allFees(call)).toSorted((one, other) => one.year - other.year || one.month - other.month)
  const students = [...Map.groupBy(all, ({ student }) => student._id).values()].toSorted((one, other) =>
    (one[0]?.student.name ?? '').localeCompare(other[0]?.student.name ?? ''),
  )
  const today = new Date().toISOString().slice(0, 10)
  const payments = students.flatMap((fees, place) => paymentsOf(fees, place, today))
  for (const payment of payments.toSorted((one, other) => one.receivedOn.localeCompare(other.receivedOn)))
    await call('POST', '/user/fees/payments', payment)
  await exceptions(call, students, today)
  await useBox(call)
}
