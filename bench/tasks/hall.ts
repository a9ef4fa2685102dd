import { expect, type Page } from '@playwright/test'
import { accounts, password } from '../../scripts/demoHall.ts'

/** What the tasks expect in the demo hall. */

export type Call = <T>(method: string, path: string, body?: object) => Promise<T>

export const callAs = async (origin: string, email: string): Promise<Call> => {
  const send = async <T>(method: string, path: string, body?: object, token?: string): Promise<T> => {
    const headers = { ...(body && { 'content-type': 'application/json' }), ...(token && { authorization: token }) }
    const response = await fetch(`${origin}/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
  const { token } = await send<{ token: string }>('POST', '/auth/login', { email, password })
  return (method, path, body) => send(method, path, body, token)
}

export const late = { name: 'Farhan Late', email: 'farhan.late@example.org', phone: '98450 11223' }
/** Whose account has ended as well; renewed at the map. */
export const behind = { name: 'Gita Behind', email: 'gita.behind@example.org', phone: '98450 22334' }
export const payer = { name: 'Omkar Payer', email: 'omkar.payer@example.org', phone: '98450 33445' }
export const leaver = { name: 'Leela Leaver', email: 'leela.leaver@example.org', phone: '98450 44556' }
/** Pays at the counter. */
export const counterPayer = { name: 'Zubin Counter', email: 'zubin.counter@example.org', phone: '98450 55667' }
/** Exchange their seats. */
export const seated = { name: 'Zara First', email: 'zara.first@example.org', phone: '98450 66778' }
export const neighbor = { name: 'Zoe Second', email: 'zoe.second@example.org', phone: '98450 77889' }
export const found = { name: 'Usha Phone', email: 'usha.phone@example.org', phone: '97310 44556' }

export const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

type Given = { who: typeof late; lastDay: number; owes: readonly number[] }

/** Each with an afternoon seat, while there are any. `owes` are the ages of the unpaid fees in days. */
const prepared: readonly Given[] = [
  { who: late, lastDay: -1, owes: [40, 10] },
  { who: behind, lastDay: -1, owes: [40, 10] },
  { who: payer, lastDay: 60, owes: [10] },
  { who: leaver, lastDay: 60, owes: [10] },
  { who: seated, lastDay: 60, owes: [] },
  { who: neighbor, lastDay: 60, owes: [] },
  { who: counterPayer, lastDay: 60, owes: [10] },
]

/** Makes the students of the tasks: some whose account has ended or who owe fees, and one whose phone was found on a table. */
export const prepare = async (origin: string): Promise<void> => {
  const call = await callAs(origin, accounts.superadmin.email)
  const { items } = await call<{ items: { seatNumber: number; afternoon: object | null }[] }>('GET', '/user/seats')
  const free = items.filter(({ afternoon }) => afternoon === null).map(({ seatNumber }) => seatNumber)
  const base = { password, role: 'student', dateJoinedLibrary: day(-70) }
  for (const { who, lastDay, owes } of prepared) {
    const student = { ...base, ...who, seatNumber: free.pop(), slot: 'afternoon', terminationDate: day(lastDay) }
    const { _id } = await call<{ _id: string }>('POST', '/user', student)
    for (const back of owes) {
      const [year, month] = day(-back).split('-').map(Number)
      await call('POST', '/user/fees', { studentId: _id, kind: 'monthly', month, year, amount: 1000, dueOn: day(-back) })
    }
  }
  await call('POST', '/user', { ...base, ...found, slot: 'morning' })
}

/** Chromium cannot print here, so the words of the printed page are recorded. */
const printNowhere = `
  window.printed = []
  window.print = () => {
    dispatchEvent(new Event('beforeprint'))
    const alone = [...document.querySelectorAll('body > .alone-on-paper')]
    const papers = alone.length > 0 ? alone : [...document.querySelectorAll('.paper')]
    printed.push(papers.map(({ textContent }) => textContent).join())
    dispatchEvent(new Event('afterprint'))
  }
`
export const printedBy = (page: Page): Promise<string[]> => page.evaluate<string[]>('printed')

/** Signs in and opens the dashboard, where tasks at the counter begin unless they name another page. */
export const begin = async (page: Page, origin: string, email: string, at: string): Promise<void> => {
  await page.goto(`${origin}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/(dashboard|users)$/)
  await page.addInitScript(printNowhere)
  await page.goto(origin + at)
  await page.getByRole('main').getByRole('heading').first().waitFor()
  await page.waitForLoadState('networkidle')
}

export { accounts, password }
