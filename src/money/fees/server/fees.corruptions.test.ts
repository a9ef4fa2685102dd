import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { digestOf, type Entry, hashOf, NOTHING_BEFORE } from '#server/journal/digest.ts'
import { headCode } from '#server/journal/journal.ts'
import { givenBooks, problems } from './testing/givenBooks.ts'

/*
 * What someone with a console of the database would do to hide a theft. Most cases also edit the sums and the cash that belong to a
 * row, so that the figures agree with one another, and all but the last two leave the journal alone. Single columns and rows are the
 * subject of `fees.journal.test.ts`.
 */

/** The newest receipt that was not voided, and the fee that it paid first. */
const receipt = '(select max(id) from payments where voided_at is null)'
const paidFee = `(select min(charge_id) from allocations where payment_id = ${receipt})`
const voided = '(select min(id) from payments where voided_at is not null)'
const manager = `(select min(id) from users where name = 'Old')`

const corruptions: [name: string, found: RegExp, statements: string[]][] = [
  [
    'a receipt deleted, with what it paid and its cash',
    /^Receipt .+ deleted/,
    [
      `delete from refund_lines where payment_id = ${receipt}`,
      `delete from receipt_prints where payment_id = ${receipt}`,
      `delete from cash_moves where ref = ${receipt}`,
      `update charges set paid_amount = 0, settled_at = null where id in (select charge_id from allocations where payment_id = ${receipt})`,
      `delete from allocations where payment_id = ${receipt}`,
      `delete from payments where id = ${receipt}`,
    ],
  ],
  [
    'the number of a receipt changed',
    /^Receipt .+ changed/,
    [`update payments set receipt_count = 7, receipt_number = '2026-27/000007' where id = ${receipt}`],
  ],
  [
    'the amounts of a receipt, its part, its fee and its cash lowered together',
    /^Receipt .+ changed/,
    [
      `update payments set amount = amount - 10000 where id = ${receipt}`,
      `update allocations set amount = amount - 10000 where payment_id = ${receipt} and charge_id = ${paidFee}`,
      `update charges set paid_amount = paid_amount - 10000, amount = amount - 10000, original_amount = original_amount - 10000
        where id = ${paidFee}`,
      `update cash_moves set amount = amount - 10000 where ref = ${receipt}`,
    ],
  ],
  [
    'a payment given to another student',
    /^Receipt .+ changed/,
    [`update payments set user_id = ${manager}, student_name = 'Old' where id = ${receipt}`],
  ],
  [
    'a part of a payment moved to a fee of another student',
    /^Part of a payment .+ changed/,
    [
      `update allocations set charge_id = (select min(id) from charges where user_id = ${manager})
        where payment_id = ${receipt} and charge_id = ${paidFee}`,
    ],
  ],
  [
    'cash called UPI',
    /^Receipt .+ changed/,
    [`update payments set method = 'upi' where id = ${receipt}`, `delete from cash_moves where ref = ${receipt}`],
  ],
  [
    'the day of a receipt changed',
    /^Receipt .+ changed/,
    [`update payments set received_on = '2026-10-31', booked_on = '2026-10-31' where id = ${receipt}`],
  ],
  [
    'a receipt put into the name of another clerk',
    /^Receipt .+ changed/,
    [`update payments set entered_by = ${manager}, entered_by_name = 'Old' where id = ${receipt}`],
  ],
  [
    'a receipt voided without a trace',
    /^Receipt .+ changed|^Receipt .+ added/,
    [
      `update payments set credit = 0, voided_at = entered_at, voided_on = booked_on, voided_by = entered_by, voided_by_name = entered_by_name,
        void_reason = 'Wrong student' where id = ${receipt}`,
    ],
  ],
  [
    'a void taken back',
    /^Receipt .+ (?:changed|deleted)/,
    [
      `update payments set voided_at = null, voided_on = null, voided_by = null, voided_by_name = null, void_reason = null
        where id = ${voided}`,
      `delete from cash_moves where kind = 'payment-void' and ref = ${voided}`,
    ],
  ],
  ['the reason of a void changed', /^Receipt .+ changed/, [`update payments set void_reason = 'Entered twice' where id = ${voided}`]],
  [
    'a print of a receipt deleted, as if it had been voided before it was printed',
    /^Print of the receipt .+ deleted/,
    ['delete from receipt_prints'],
  ],
  [
    'a closing counted higher, with its hand-over',
    /^Closing .+ changed/,
    ['update closings set counted = counted + 5000', 'update hand_overs set amount = amount + 5000'],
  ],
  [
    'the last closing deleted',
    /^Closing .+ deleted/,
    ['delete from hand_overs', 'delete from closings where as_of = (select max(as_of) from closings)'],
  ],
  ['a hand-over lowered', /^Hand-over .+ changed/, ['update hand_overs set amount = amount - 5000']],
  ['a hand-over received by someone else', /^Hand-over .+ changed/, [`update hand_overs set receiver = 'The bank'`]],
  [
    'money paid out of the box raised',
    /^Entry of the cash box .+ changed/,
    [`update box_entries set amount = amount + 5000 where kind = 'out'`, `update cash_moves set amount = amount - 5000 where kind = 'out'`],
  ],
  ['a bill of the box renamed', /^Entry of the cash box .+ changed/, [`update box_entries set purpose = 'Cleaning' where kind = 'out'`]],
  [
    'a voucher of a refund deleted',
    /^Voucher .+ deleted/,
    [
      'delete from cash_moves where ref in (select id from refunds where voided_at is null and amount = 20000)',
      'delete from refund_lines where refund_id in (select id from refunds where voided_at is null and amount = 20000)',
      'delete from refunds where voided_at is null and amount = 20000',
    ],
  ],
  [
    'a refund raised, with its cash and the credit that it took',
    /^Voucher .+ changed/,
    [
      `update refund_lines set amount = amount + 1000 where refund_id = (select max(id) from refunds where voided_at is null)`,
      `update payments set credit = credit - 1000 where id = ${receipt}`,
      `update refunds set amount = amount + 1000 where id = (select max(id) from refunds where voided_at is null)`,
    ],
  ],
  [
    'a waiver invented',
    /^Adjustment .+ added/,
    [
      `insert into adjustments (id, charge_id, kind, amount, reason, created_by, created_by_name, created_at)
        select 'made-up', id, 'waiver', -5000, 'Poor family', user_id, 'Old', created_at from charges where id = ${paidFee}`,
      `update charges set amount = amount - 5000, paid_amount = paid_amount - 5000 where id = ${paidFee}`,
      `update allocations set amount = amount - 5000 where payment_id = ${receipt} and charge_id = ${paidFee}`,
      `update payments set credit = credit + 5000 where id = ${receipt}`,
    ],
  ],
  [
    'the reason of a concession changed',
    /^Adjustment .+ changed/,
    [`update adjustments set reason = 'Waived' where id = (select min(id) from adjustments)`],
  ],
  [
    'a fee deleted that nobody had paid',
    /^Fee .+ deleted/,
    [
      `delete from charges where id = (select min(id) from charges where paid_amount = 0 and not exists
        (select 1 from adjustments where charge_id = charges.id) and not exists (select 1 from allocations where charge_id = charges.id)
        and not exists (select 1 from refund_lines where charge_id = charges.id))`,
    ],
  ],
  [
    'entries of the audit deleted',
    /^Entry of the audit .+ deleted|audit/i,
    [`delete from audit where id = (select max(id) from audit where action like 'fees.%')`],
  ],
  [
    'an entry of the audit changed',
    /audit/i,
    [`update audit set actor_name = 'Old' where id = (select max(id) from audit where action like 'fees.%')`],
  ],
  [
    'sums shown as collected, without fees',
    /^The sums of fees/,
    ['insert into fee_totals (period, settled, charges, amount, paid_amount) values (24320, 1, 0, 500000, 500000)'],
  ],
  ['the last number set back', /number/i, [`update number_series set last = last - 1 where series = 'receipt'`]],
  ['a locked month opened', /lock/i, ['delete from month_locks']],
  ['an entry of the journal deleted', /^The journal is broken/, ['delete from journal where seq = 9']],
  [
    'a row listed as older than the journal',
    /^The list of what existed before the journal/,
    [`insert into journal_genesis (kind, ref, digest) values ('payment', 'old', 'digest')`],
  ],
]

class Undone extends Error {}

test('every corruption is found by the doctor', async () => {
  const { app } = await givenBooks()
  expect(await problems(app)).toEqual([])
  const missed: string[] = []
  for (const [name, sentence, statements] of corruptions) {
    const found: string[] = []
    const tried = app.db.transaction().execute(async (tx) => {
      let rows = 0
      for (const statement of statements) rows += Number((await sql.raw(statement).execute(tx)).numAffectedRows ?? 0)
      if (rows === 0) missed.push(`${name}: changed nothing`)
      found.push(...(await problems({ platform: { ...app.platform, db: tx } })))
      throw new Undone()
    })
    await expect(tried).rejects.toThrow(Undone)
    if (!found.some((message) => sentence.test(message))) missed.push(`${name}: ${found.join(' ')}`)
  }
  expect(missed).toEqual([])
  expect(corruptions.length).toBeGreaterThanOrEqual(25)
  expect(await problems(app)).toEqual([])
})

/** Makes the chain of these entries again, as a person who knows the format could. */
const chainedAgain = (entries: readonly Entry[]): Entry[] => {
  let prev = NOTHING_BEFORE
  return entries.map((entry) => {
    const next = { ...entry, prev, hash: hashOf({ ...entry, prev }) }
    prev = next.hash
    return next
  })
}

const changed = (entry: Entry): Entry => ({ ...entry, digest: digestOf('payment', ['changed']) })
const changedAt = (entries: readonly Entry[], at: number, change: (entry: Entry) => Entry): Entry[] =>
  entries.map((entry, index) => (index === at ? change(entry) : entry))
const withoutAt = (entries: readonly Entry[], at: number): Entry[] => entries.filter((_, index) => index !== at)

const forgeries: [string, RegExp, (entries: readonly Entry[]) => Entry[]][] = [
  ['an entry changed', /broken at entry 9:/, (all) => changedAt(all, 8, changed)],
  [
    'an entry changed with its hash',
    /broken at entry 10:/,
    (all) => changedAt(all, 8, (one) => ({ ...changed(one), hash: hashOf(changed(one)) })),
  ],
  ['an entry left out, and the chain made again', /broken at entry 9:/, (all) => chainedAgain(withoutAt(all, 8))],
  [
    'a journal that begins with another entry',
    /no first entry/,
    (all) => chainedAgain(changedAt(all, 0, (one) => ({ ...one, kind: 'payment' }))),
  ],
  ['all entries deleted', /no first entry/, () => []],
]

test('every forged chain of the journal is found by the doctor', async () => {
  const { app } = await givenBooks()
  const entries = await app.db.selectFrom('journal').selectAll().orderBy('seq').execute()
  expect(chainedAgain(entries)).toEqual(entries)
  const missed: string[] = []
  for (const [name, sentence, forge] of forgeries) {
    const tried = app.db.transaction().execute(async (tx) => {
      await tx.deleteFrom('journal').execute()
      const forged = forge(entries)
      if (forged.length > 0) await tx.insertInto('journal').values(forged).execute()
      const found = await problems({ platform: { ...app.platform, db: tx } })
      if (!found.some((message) => sentence.test(message))) missed.push(`${name}: ${found.join(' ')}`)
      throw new Undone()
    })
    await expect(tried).rejects.toThrow(Undone)
  }
  expect(missed).toEqual([])
  expect(await problems(app)).toEqual([])
})

test('a journal whose last entries were deleted is found with a printed code only', async () => {
  const { app } = await givenBooks()
  const printed = await headCode(app.db)
  await sql`delete from journal where seq = (select max(seq) from journal)`.execute(app.db)
  expect(await problems(app, printed)).toContainEqual(expect.stringContaining('has no entry with the code'))
})
