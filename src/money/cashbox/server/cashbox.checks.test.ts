import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Db } from '#server/db/tables.ts'
import { given } from '#server/testing/given.ts'
import { cashCheck } from './cashbox.checks.ts'
import { deskOf } from './testing/desk.ts'

const makeBooks = async () => {
  const desk = await deskOf(await given({}, { lasts: 'file' }))
  const { app, pay, refund, voidOf, enter, close } = desk
  const payment = await pay(1000)
  await pay(50, { method: 'upi', referenceSkipped: true })
  await voidOf('payments', await pay(70))
  const back = await refund(200)
  await enter('out', 60)
  const found = (await enter('in', 30)).body
  await close({ counted: 800, handedOver: 500, receiver: 'Sunil' })
  await voidOf('refunds', back)
  await voidOf('box', found)
  await close({ counted: 400 })
  await pay(5)
  return { app, payment: payment._id }
}

let books: Awaited<ReturnType<typeof makeBooks>>
beforeAll(async () => {
  books = await makeBooks()
})

/** What the doctor finds after a change, which is undone. */
const findings = async (change: (db: Db) => Promise<unknown>): Promise<readonly string[]> => {
  const { platform } = books.app
  const tx = await platform.db.startTransaction().execute()
  try {
    await change(tx)
    return await cashCheck.run({ ...platform, db: tx })
  } finally {
    await tx.rollback().execute()
  }
}

test('reports no problems for a box in which everything is counted', async () => {
  expect(await findings(async () => {})).toEqual([])
})

test('does not compare a closing from before the running balance with the movements', async () => {
  const found = await findings(async (db) => {
    const [first] = await db.selectFrom('closings').selectAll().orderBy('nth').execute()
    await sql`insert into journal_genesis (kind, ref, digest) values ('closing', ${first?.id}, '')`.execute(db)
    await sql`update closings set cash_in = 1 where id = ${first?.id}`.execute(db)
  })
  expect(found).toEqual([])
})

test.each([
  `delete from cash_moves where kind = 'payment' and amount = 100000`,
  `update cash_moves set amount = 99900 where kind = 'payment' and amount = 100000`,
  `insert into cash_moves values ('x', '2026-03-30T12:00:01.000Z', 'in', 'nothing', 100)`,
  `update payments set method = 'upi' where amount = 100000`,
  `update payments set method = 'cash' where method = 'upi'`,
  `update box_entries set amount = amount + 100 where kind = 'out'`,
  `delete from box_entries where kind = 'out'`,
  `update closings set cash_in = cash_in - 100000, expected = expected - 100000 where nth = 1`,
  `update closings set cash_refunds = 0 where nth = 1`,
  `update closings set cash_voids = 0 where nth = 1`,
  `update closings set paid_out = 0 where nth = 1`,
  `update closings set other_in = 0 where nth = 1`,
  `update closings set expected = 1 where nth = 1`,
  `update closings set opening_float = 0 where nth = 2`,
  `update closings set counted = 0 where nth = 1`,
  `update closings set as_of = '2026-03-30T13:00:00.000Z' where nth = 2`,
  `update hand_overs set amount = 90000`,
  `delete from hand_overs`,
  'delete from money_months',
  `update money_months set amount = amount + 1 where source = 'payment-void'`,
  `insert into money_months (month, source, amount) values ('2026-01', 'in-void', 500000)`,
])('the doctor finds: %s', async (statement) => {
  expect(await findings((db) => sql.raw(statement).execute(db))).not.toEqual([])
})

test('names each inconsistency', async () => {
  const { payment } = books
  expect(await findings((db) => sql`update cash_moves set amount = 1 where ref = ${payment}`.execute(db))).toEqual([
    `The cash of the payment ${payment} is not in the cash box with its amount.`,
    `The cash box has cash of the payment ${payment}, which is no such entry.`,
    'Closing 1 of 2026-03-30 does not have the sums of the cash that moved before it.',
  ])
})
