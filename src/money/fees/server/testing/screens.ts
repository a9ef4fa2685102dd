import { parse } from 'csv-parse/sync'
import { expect } from 'vitest'
import { toPaise } from '#contract/money.ts'
import type { Person } from '#server/testing/given.ts'
import type { Ledger } from './ledger.ts'

/* Compares all other screens and exports with the ledger. */

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

/** Returns the rows of an exported table by their headings. */
const rowsOf = async (clerk: Person, path: string): Promise<Record<string, string>[]> => {
  const { status, text } = await clerk.get(path)
  expect(status).toBe(200)
  return parse(text, { bom: true, columns: true })
}

/** The range of months and days that a test can reach. */
const [from, to] = ['2026-04-01', '2027-03-31']

export const screensAgree = async (clerk: Person, ledger: Ledger, students: readonly string[], today: string): Promise<void> => {
  const charges = ledger.charges()
  const due = sum(charges.map(({ amount }) => amount))
  const paid = sum(charges.map((charge) => charge.paid))

  const months = (await clerk.get('/user/fees/months?from=2026-01&to=2028-12')).body
  expect([
    toPaise(months.total.collected) + toPaise(months.deposits.held),
    toPaise(months.total.outstanding) + toPaise(months.deposits.outstanding),
  ]).toEqual([paid, due - paid])
  for (const key of ['due', 'collected', 'outstanding'])
    expect(sum(months.items.map((month: Record<string, number>) => toPaise(month[key] ?? 0)))).toBe(toPaise(months.total[key]))

  const ageing = (await clerk.get('/user/fees/ageing')).body
  expect([toPaise(ageing.owed), sum(ageing.groups.map(({ owed }: { owed: number }) => toPaise(owed)))]).toEqual([due - paid, due - paid])
  const dues = (await clerk.get('/user/fees/dues')).body
  expect([toPaise(dues.owed), sum(dues.items.map(({ owed }: { owed: number }) => toPaise(owed)))]).toEqual([due - paid, due - paid])

  for (const student of students) {
    const { closing } = (await clerk.get(`/user/fees/statements/${student}?from=2026-01-01&to=${today}`)).body
    const { owed, credit } = ledger.account(student)
    expect(toPaise(closing)).toBe(owed - credit)
  }

  const exported = await rowsOf(clerk, '/user/fees/export?format=csv')
  const column = (name: string) => sum(exported.map((row) => toPaise(Number(row[name]))))
  expect([column('Amount'), column('Paid'), column('Balance')]).toEqual([due, paid, due - paid])

  // A report covers at most a year.
  if (today > to) return
  const collections = (await clerk.get(`/user/fees/collections?from=${from}&to=${to}`)).body
  const { total, days, clerks, dayPasses } = collections
  expect([dayPasses.count, toPaise(dayPasses.amount)]).toEqual([ledger.passes.count(), ledger.passes.amount()])
  const nets = (rows: { net: number }[]) => sum(rows.map(({ net }) => toPaise(net)))
  expect([toPaise(total.net), nets(days), nets(clerks), sum(Object.values<number>(total.methods).map(toPaise))]).toEqual(
    Array(4).fill(ledger.kept()),
  )
  const table = await rowsOf(clerk, `/user/fees/collections/export?format=csv&from=${from}&to=${to}`)
  expect(sum(table.map((row) => toPaise(Number(row.Amount))))).toBe(ledger.kept())
}
