import { expect, test } from 'vitest'
import { roles } from '#contract/actor.ts'
import { addDays } from '#contract/day.ts'
import { demoEmails } from '#contract/demo.ts'
import { chats, type Who } from '../scripts/chats.ts'
import { accounts, begun, hallToday, shelves, students } from '../scripts/demoHall.ts'
import { collect } from '../scripts/fillFees.ts'

test('dates of the demo are counted from the day in the hall, also after midnight there', () => {
  const today = hallToday(new Date('2026-11-25T21:30:00Z'))
  expect(today.toISOString()).toBe('2026-11-26T00:00:00.000Z')
  const all = students(today, 38)
  const endings = all.flatMap(({ terminationDate }) => terminationDate ?? [])
  const within = (day: string) => day >= '2026-11-26' && day <= addDays('2026-11-26', 7)
  expect(endings.filter(within).toSorted()).toEqual(['2026-11-28', '2026-12-01', '2026-12-03'])
  expect(endings.filter((day) => day < '2026-11-26')).toEqual(['2026-11-23', '2026-11-23'])
  expect(all.every(({ dateJoinedLibrary }) => dateJoinedLibrary < '2026-11-26')).toBe(true)
})

test('the buttons of the demo sign in to the accounts that are filled in', () => {
  for (const role of roles) expect(accounts[role].email).toBe(demoEmails[role])
})

test('the demo student has one unread chat, the manager another, and one book is read to its half', () => {
  const unreadOf = (who: Who) => chats.flatMap(({ unread }) => (unread[who] ? [unread[who]] : []))
  expect([unreadOf('asha'), unreadOf('manager')]).toEqual([[1], [1]])
  const books = shelves.flatMap(({ books: own = [], shelves: below = [] }) => [...own, ...below.flatMap(({ books: all = [] }) => all)])
  const half = books.filter(({ title, pages }) => begun[title] === pages / 2).map(({ title }) => title)
  expect(Object.keys(begun)).toEqual(half)
  expect(half).toHaveLength(1)
})

const MONTHS = 10
const FEE = 1_000

test('two students owe fees of earlier months: the demo student, and one who is four months behind', async () => {
  const enrolled = students(hallToday(), 38)
  const fees = enrolled.flatMap((student) =>
    Array.from({ length: MONTHS }, (_, at) => {
      const [year, month] = [2026, at + 1]
      return {
        _id: `${student.email} ${month}`,
        student: { ...student, _id: student.email },
        year,
        month,
        amount: FEE,
        dueOn: '2026-01-05',
      }
    }),
  )
  const paid = new Map<string, number>()
  const call = async <T>(method: string, path: string, body: { studentId?: string; amount?: number } = {}) => {
    const { studentId = '', amount = 0 } = body
    if (path === '/user/fees/payments') paid.set(studentId, (paid.get(studentId) ?? 0) + amount)
    return (method === 'GET' && path.startsWith('/user/fees?') ? { items: fees, nextCursor: null } : { _id: 'made', expected: 0 }) as T
  }
  await collect(call)
  const owing = enrolled.filter(({ email }) => (paid.get(email) ?? 0) < MONTHS * FEE)
  expect(owing.map(({ email }) => MONTHS * FEE - (paid.get(email) ?? 0)).toSorted((one, other) => one - other)).toEqual([1_500, 3_500])
  expect(owing.map(({ email }) => email)).toContain(accounts.student.email)
})
