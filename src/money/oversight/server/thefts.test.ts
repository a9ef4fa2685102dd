import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { given, type SignedInPerson } from '#server/testing/given.ts'
import { type CheckEntry, type CheckFigure, type CheckKind, type CheckSummary, lasting } from '../oversight.contract.ts'
import { oversightEn } from '../oversight.en.ts'
import type { Theft } from './testing/thefts.ts'
import { yearOfThefts } from './testing/theftYear.ts'

const lastMonth = '2027-01'
const months = [...Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(2, '0')}`), lastMonth]

/** Returns the figures of the owner's page in each month; figures of the current state are those at the end. */
const allFigures = async (owner: SignedInPerson): Promise<CheckSummary[]> => {
  const summaries: CheckSummary[] = []
  for (const month of months) {
    const summary: CheckSummary = (await owner.get(`/user/fees/check?month=${month}`)).body
    const isShown = ({ kind }: CheckFigure) => !lasting.includes(kind) || month === lastMonth
    const clerks = summary.clerks.map((clerk) => ({ ...clerk, kinds: clerk.kinds.filter(isShown) }))
    summaries.push({ ...summary, kinds: summary.kinds.filter(isShown), clerks })
  }
  return summaries
}

/** Returns every entry behind these figures. */
const allEntries = async (owner: SignedInPerson, figures: readonly CheckSummary[]): Promise<Map<CheckKind, CheckEntry[]>> => {
  const found = new Map<CheckKind, CheckEntry[]>()
  for (const { month, kinds } of figures)
    for (const { kind, count } of kinds.filter((one) => one.count > 0)) {
      const { items } = (await owner.get(`/user/fees/check/entries?kind=${kind}&month=${month}&limit=1000`)).body
      expect(items).toHaveLength(count)
      found.set(kind, [...(found.get(kind) ?? []), ...items])
    }
  return found
}

type Sum = { count: number; flagged: number; amount: number }

/** Returns the figures of each clerk for the year. */
const sumsByClerk = (figures: readonly CheckSummary[]): Map<string, Sum> => {
  const sums = new Map<string, Sum>()
  for (const { name, kinds } of figures.flatMap(({ clerks }) => clerks))
    for (const { count, flagged, amount } of kinds) {
      const sum = sums.get(name) ?? { count: 0, flagged: 0, amount: 0 }
      sums.set(name, { count: sum.count + count, flagged: sum.flagged + flagged, amount: sum.amount + amount })
    }
  return sums
}

const row = (...cells: (string | number)[]): string => `| ${cells.join(' | ')} |`

/** Returns one row per method of stealing: how often it was used, how often the page lists it, and whom it names. */
const rowOf = (way: string, thefts: readonly Theft[], entries: ReadonlyMap<CheckKind, CheckEntry[]>): string => {
  const shown = thefts.map(({ kind, isShownBy }) => (entries.get(kind) ?? []).filter(isShownBy))
  const named = new Set(shown.flatMap((some) => some.map(({ by }) => by || 'nobody')))
  const [first] = thefts
  const list = first ? oversightEn.kinds[first.kind].name : ''
  return row(way, list, thefts.length, shown.filter((some) => some.length === 1).length, [...named].join(', '))
}

test('shows each of eleven ways in which one of three clerks steals in a year, and names him', {
  timeout: 120_000,
}, async () => {
  const { owner, thefts } = await yearOfThefts(await given({ sessionDays: 400 }), 4)
  const byWay = Map.groupBy(thefts, ({ way }) => way)
  const figures = await allFigures(owner)
  const entries = await allEntries(owner, figures)
  const sums = sumsByClerk(figures)
  const rows = [...byWay].sort().map(([way, some]) => rowOf(way, some, entries))
  const rupees = (amount: number) => `₹${amount.toLocaleString('en-IN')}`
  const clerks = [...sums].sort().map(([name, { count, flagged, amount }]) => row(name, count, flagged, rupees(amount)))
  for (const [way, some] of byWay)
    for (const { kind, isShownBy } of some)
      expect([way, (entries.get(kind) ?? []).filter(isShownBy).map(({ by }) => by)]).toEqual([way, [way === 'No receipt' ? '' : 'Mohan']])
  expect(byWay.size).toBe(11)
  const of = (name: string) => sums.get(name) ?? { count: 0, flagged: 0, amount: 0 }
  for (const honest of ['Ravi', 'Meera']) {
    expect(of('Mohan').count).toBeGreaterThan(2 * of(honest).count)
    expect(of('Mohan').flagged).toBeGreaterThan(2 * of(honest).flagged)
    expect(of('Mohan').amount).toBeGreaterThan(2 * of(honest).amount)
  }
  // The cells of printed tables are padded.
  const printed = (await readFile('docs/decisions/0018-books.md', 'utf8')).replaceAll(/ +/g, ' ')
  for (const line of [...rows, ...clerks]) expect(printed).toContain(line)
})
