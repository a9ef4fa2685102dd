import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cashCheck } from '#money/cashbox/server/cashbox.checks.ts'
import { moneyCheck } from '#money/fees/server/fees.checks.ts'
import { features } from '#server/features.ts'
import { journalCheck } from '#server/journal/check.ts'
import { given } from '#server/testing/given.ts'
import { isHard } from '#server/testing/hard.ts'

/*
 * Property test: for any fees and payments, the amount that a student finally gets or owes equals that of a second account. It
 * shares no code with the program, and uses only the fees, the total paid, and the rule.
 */

type Charge = { kind: 'monthly' | 'deposit' | 'late'; month: number; rupees: number }
type Case = { charges: readonly Charge[]; paid: readonly number[]; voids: boolean; lastDay: string; share: 'none' | 'days' | 'half' }

const daysOfMonths: Record<number, number> = { 8: 31, 9: 30, 10: 31, 11: 30, 12: 31 }

/** Returns what a fee still costs, in paise, computed day by day. */
const costs = ({ kind, month, rupees }: Charge, { lastDay, share }: Case): number => {
  const [leftIn, last] = [Number(lastDay.slice(5, 7)), Number(lastDay.slice(8))]
  const whole = Math.round(rupees * 100)
  if (kind === 'deposit') return 0
  if (kind === 'late' || month < leftIn) return whole
  if (month > leftIn) return 0
  if (share === 'none') return whole
  if (share === 'half') return last > 15 ? whole : whole - Math.min(whole, Math.round(whole / 200) * 100)
  let unused = 0
  for (let day = 1; day <= (daysOfMonths[month] ?? 0); day++) if (day > last) unused += 1
  return whole - Math.min(whole, Math.round((whole * unused) / (daysOfMonths[month] ?? 1) / 100) * 100)
}

const netOf = (one: Case, paidPaise: number): number => (paidPaise - one.charges.reduce((sum, charge) => sum + costs(charge, one), 0)) / 100

const amounts = fc.integer({ min: 1, max: 400_000 }).map((paise) => paise / 100)
const cases: fc.Arbitrary<Case> = fc.record({
  charges: fc
    .array(
      fc.record({
        kind: fc.constantFrom('monthly', 'monthly', 'deposit', 'late'),
        month: fc.integer({ min: 8, max: 12 }),
        rupees: amounts,
      }),
      { maxLength: 7 },
    )
    .map((all) =>
      all.filter(
        ({ kind, month }, at) => kind !== 'monthly' || all.findIndex((one) => one.kind === 'monthly' && one.month === month) === at,
      ),
    ),
  paid: fc.array(amounts, { maxLength: 4 }),
  voids: fc.boolean(),
  lastDay: fc.integer({ min: 1, max: 30 }).map((day) => `2026-11-${String(day).padStart(2, '0')}`),
  share: fc.constantFrom('none', 'days', 'half'),
})

test('settles the same amount as an independent account, and keeps the ledger consistent', { timeout: 120_000 }, async () => {
  const app = await given()
  app.setNow('2026-11-20T06:00:00.000Z')
  const clerk = await app.as('admin')
  const pickedMethods = ['cash', 'other'] as const
  await fc.assert(
    fc.asyncProperty(cases, async (one) => {
      const { _id: studentId } = await app.as('student', { dateJoined: '2026-08-01' })
      for (const { kind, month, rupees } of one.charges)
        expect((await clerk.post('/user/fees', { studentId, kind, month, year: 2026, amount: rupees, notes: 'As agreed' })).status).toBe(
          201,
        )
      const receipts: string[] = []
      for (const amount of one.paid) {
        const method = pickedMethods[receipts.length % 2]
        receipts.push((await clerk.post('/user/fees/payments', { studentId, amount, method })).body._id)
      }
      let paid = one.paid.reduce((sum, amount) => sum + Math.round(amount * 100), 0)
      if (one.voids && receipts[0]) {
        await clerk.post(`/user/fees/payments/${receipts[0]}/void`, { reason: 'Entered twice' })
        paid -= Math.round((one.paid[0] ?? 0) * 100)
      }
      const net = netOf(one, paid)
      const { lastDay, share } = one
      expect((await clerk.get(`/user/${studentId}/leave?lastDay=${lastDay}&share=${share}`)).body.net).toBe(net)
      const sent = { lastDay, share, net, settle: true, method: 'cash', clientId: crypto.randomUUID() }
      const left = await clerk.post(`/user/${studentId}/leave`, sent)
      expect(left.status).toBe(201)
      expect([left.body.refund?.amount ?? 0, left.body.payment?.amount ?? 0]).toEqual([Math.max(0, net), Math.max(0, -net)])
      expect((await clerk.get(`/user/fees/accounts/${studentId}`)).body).toMatchObject({ owed: 0, credit: 0, deposits: 0 })
      expect((await clerk.get(`/user/fees/statements/${studentId}?from=2026-01-01&to=2026-12-31`)).body.closing).toBe(0)
    }),
    { numRuns: Number(process.env.LEAVING_RUNS ?? (isHard ? 100 : 15)) },
  )
  for (const check of [moneyCheck, cashCheck, journalCheck(Object.values(features).flatMap(({ journal }) => journal))])
    expect(await check.run(app.platform)).toEqual([])
})
