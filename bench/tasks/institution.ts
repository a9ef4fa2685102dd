import { expect, type Page } from '@playwright/test'
import { accounts, password } from '../../scripts/institution.ts'

/** What the tasks find in the filled institution. */

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
export const found = { name: 'Usha Phone', email: 'usha.phone@example.org', phone: '97310 44556' }

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** One student whose account ended and who owes two months, and one whose phone is lying on a table. */
export const prepare = async (origin: string): Promise<void> => {
  const call = await callAs(origin, accounts.superadmin.email)
  const { items } = await call<{ items: { seatNumber: number; afternoon: object | null }[] }>('GET', '/user/seats')
  const seatNumber = items.findLast(({ afternoon }) => afternoon === null)?.seatNumber
  const base = { password, role: 'student', dateJoinedLibrary: day(-70) }
  const { _id } = await call<{ _id: string }>('POST', '/user', {
    ...base,
    ...late,
    seatNumber,
    slot: 'afternoon',
    terminationDate: day(-1),
  })
  await call('POST', '/user', { ...base, ...found, slot: 'morning' })
  for (const back of [40, 10]) {
    const [year, month] = day(-back).split('-').map(Number)
    await call('POST', '/user/fees', { studentId: _id, kind: 'monthly', month, year, amount: 1000, dueOn: day(-back) })
  }
}

/** Chromium prints nowhere here: the words that a page would put on paper are kept. */
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

/** Signed in and at the dashboard, where every task begins but the one that begins with signing in. */
export const begin = async (page: Page, origin: string, email: string): Promise<void> => {
  await page.goto(`${origin}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/(dashboard|users)$/)
  await page.addInitScript(printNowhere)
  await page.goto(`${origin}/dashboard`)
  await page.getByRole('heading', { name: 'Recent Documents' }).waitFor()
}

export { accounts, password }
