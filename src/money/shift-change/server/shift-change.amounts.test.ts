import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cashCheck } from '#money/cashbox/server/cashbox.checks.ts'
import type { Fee } from '#money/fees/fees.shapes.contract.ts'
import { moneyCheck } from '#money/fees/server/fees.checks.ts'
import { features } from '#server/features.ts'
import { journalCheck } from '#server/journal/check.ts'
import { given } from '#server/testing/given.ts'
import { isHard } from '#server/testing/hard.ts'
import { type Days, feeOf, type Rule } from './testing/daysInFees.ts'

/*
 * Property test: after any changes of shift, payments and voids, each fee, and what the student owes or has as credit, equals that
 * of a second program, `testing/daysInFees.ts`.
 */

const slots = ['morning', 'afternoon', 'full-day'] as const
type Slot = (typeof slots)[number]
type Deed = { kind: 'move'; slot: Slot; days: number } | { kind: 'pay'; rupees: number } | { kind: 'void' }
type Case = { fees: Record<Slot, number>; rule: Rule; joined: number; own: boolean; december: boolean; deeds: readonly Deed[] }

const amounts = fc.integer({ min: 100, max: 150_000 }).map((paise) => paise / 100)
const deeds: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('move'), slot: fc.constantFrom(...slots), days: fc.integer({ min: 0, max: 9 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pay'), rupees: amounts }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('void') }) },
) as fc.Arbitrary<Deed>
const cases: fc.Arbitrary<Case> = fc.record({
  fees: fc.record({ morning: amounts, afternoon: amounts, 'full-day': amounts }),
  rule: fc.constantFrom('full', 'days', 'half'),
  /** The day of November, or 0 for an earlier month. */
  joined: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 10 })),
  own: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  december: fc.boolean(),
  deeds: fc.array(deeds, { minLength: 1, maxLength: 6 }),
})

const dayOf = (day: number): string => `2026-11-${String(day).padStart(2, '0')}`

/** Costs more, then less than was paid: chance need not reach each of these. */
const dearerThenCheaper: Case = {
  fees: { morning: 900, afternoon: 500, 'full-day': 1_200 },
  ...{ rule: 'days', joined: 0, own: false, december: false },
  deeds: [
    { kind: 'move', slot: 'full-day', days: 0 },
    { kind: 'pay', rupees: 1_200 },
    { kind: 'move', slot: 'afternoon', days: 2 },
  ],
}

test('charges what a second program charges, after any changes of shift', { timeout: 240_000 }, async () => {
  const app = await given()
  const done = { moves: 0, more: 0, less: 0, credits: 0 }
  await fc.assert(
    fc.asyncProperty(cases, async (one) => {
      app.setNow(`${dayOf(10)}T06:00:00.000Z`)
      let owner = await app.as('superadmin')
      await owner.put('/customization/hall', { slotFees: one.fees, partMonth: one.rule, monthBegins: 'first' })
      const { _id: studentId } = await app.as('student', {
        dateJoined: one.joined === 0 ? '2026-08-05' : dayOf(one.joined),
        slot: 'morning',
        monthlyFee: one.own ? 55_500 : null,
      })
      const whole = (slot: Slot): number => (one.own ? 555 : one.fees[slot])
      const november: Days = Array.from({ length: 30 }, (_, at) => (at + 1 < one.joined ? 0 : whole('morning')))
      const december: Days = Array.from({ length: 31 }, () => whole('morning'))
      const charged = [{ month: 11, days: november }, ...(one.december ? [{ month: 12, days: december }] : [])]
      for (const { month, days } of charged) {
        const amount = feeOf(days, one.rule) / 100
        await owner.post('/user/fees', { studentId, kind: 'monthly', month, year: 2026, amount, notes: 'As agreed' })
      }
      let [today, slot, paid]: [number, Slot, number] = [10, 'morning', 0]
      const receipts: { id: string; paise: number }[] = []
      for (const deed of one.deeds) {
        if (deed.kind === 'pay') {
          const { body } = await owner.post('/user/fees/payments', { studentId, amount: deed.rupees, method: 'cash' })
          receipts.push({ id: body._id, paise: Math.round(deed.rupees * 100) })
          paid += Math.round(deed.rupees * 100)
        }
        if (deed.kind === 'void') {
          const last = receipts.pop()
          if (!last) continue
          expect((await owner.post(`/user/fees/payments/${last.id}/void`, { reason: 'Entered twice' })).status).toBe(200)
          paid -= last.paise
        }
        if (deed.kind !== 'move' || deed.slot === slot) continue
        today = Math.min(30, today + deed.days)
        app.setNow(`${dayOf(today)}T06:00:00.000Z`)
        owner = await app.as('superadmin')
        const before = charged.map(({ days }) => feeOf(days, one.rule))
        for (let day = today; day <= 30; day++) november[day - 1] = whole(deed.slot)
        december.fill(whole(deed.slot))
        const expected = charged.reduce((sum, { days }, at) => sum + feeOf(days, one.rule) - (before[at] ?? 0), 0) / 100
        const body = { studentId, slot: deed.slot, from: dayOf(today), clientId: crypto.randomUUID() }
        const price = (await owner.get(`/user/fees/shift-change?studentId=${studentId}&slot=${deed.slot}`)).body
        expect(price.amount).toBeCloseTo(expected, 5)
        expect((await owner.post('/user/fees/shift-change', { ...body, expected: price.amount })).status).toBe(201)
        slot = deed.slot
        done.moves++
        if (price.amount > 0) done.more++
        if (price.amount < 0) done.less++
        if (price.credit > 0) done.credits++
      }
      const items: Fee[] = (await owner.get(`/user/fees/${studentId}`)).body.items
      const shown = charged.map(({ month }) => Math.round((items.find((fee) => fee.month === month)?.amount ?? -1) * 100))
      expect(shown).toEqual(charged.map(({ days }) => feeOf(days, one.rule)))
      const owes = shown.reduce((sum, amount) => sum + amount, 0) - paid
      const { owed, credit } = (await owner.get(`/user/fees/accounts/${studentId}`)).body
      expect(Math.round((owed - credit) * 100)).toBe(owes)
      const { closing } = (await owner.get(`/user/fees/statements/${studentId}?from=2026-01-01&to=2026-12-31`)).body
      expect(Math.round(closing * 100)).toBe(owes)
    }),
    { numRuns: Number(process.env.SHIFT_CHANGE_RUNS ?? (isHard ? 100 : 12)), examples: [[dearerThenCheaper]] },
  )
  for (const check of [moneyCheck, cashCheck, journalCheck(Object.values(features).flatMap(({ journal }) => journal))])
    expect(await check.run(app.platform)).toEqual([])
  for (const count of Object.values(done)) expect(count).toBeGreaterThan(0)
})
