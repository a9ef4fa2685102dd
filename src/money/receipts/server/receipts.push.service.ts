import { toRupees } from '#contract/money.ts'
import { type Notification, notifyPeople } from '#people/push/server/push.notify.service.ts'
import { changesOf } from '#server/feature/changes.ts'
import type { Job } from '#server/feature/job.ts'
import type { Platform } from '#server/feature/platform.ts'
import { after, HOUR } from '#server/time.ts'
import { linesAsIssued } from './receipts.db.ts'
import * as rows from './receipts.push.db.ts'

const AT_ONCE = 100

const monthOf = (period: number) => ({ year: Math.floor(period / 12), month: (period % 12) + 1 })

const notificationOf = async ({ db }: Platform, payment: rows.Issued, personId: string): Promise<Notification> => {
  const periods = (await linesAsIssued(db, payment)).flatMap(({ kind, period }) => (kind === 'monthly' ? [period] : []))
  const [first, last] = [periods[0], periods.at(-1)]
  const months = first !== undefined && last !== undefined && { months: { from: monthOf(first), to: monthOf(last) } }
  return {
    personId,
    message: {
      kind: 'receipts',
      amount: toRupees(payment.amount),
      ...months,
      tag: `receipt-${payment.id}`,
      path: `/receipts/${payment.id}`,
    },
  }
}

/** Notifies students of their receipts. One of more than an hour ago, as after a pause of the server, is no news. */
const notifyPayers = (platform: Platform, payments: readonly rows.Issued[]): void => {
  const since = after(platform.clock(), -HOUR)
  for (const payment of payments) {
    const { userId, enteredBy, voidedAt, enteredAt } = payment
    if (userId === null || userId === enteredBy || voidedAt !== null || enteredAt < since) continue
    notifyPeople(platform, async (subscribers) => (subscribers.includes(userId) ? [await notificationOf(platform, payment, userId)] : []))
  }
}

/** Notifies each payer once, on one node, after the payment is stored: nothing here can make a payment fail. */
export const announceReceipts = async (platform: Platform): Promise<void> => {
  const { db } = platform
  for (;;) {
    const mark = await rows.mark(db)
    const issued = await rows.issuedAfter(db, mark, AT_ONCE)
    const last = issued.at(-1)
    if (!last) return
    const to = { receiptYear: last.receiptYear, receiptCount: last.receiptCount }
    if (await changesOf(platform, []).transact((tx) => rows.move(tx, mark, to))) notifyPayers(platform, issued)
    if (issued.length < AT_ONCE) return
  }
}

export const receiptsJob: Job = { name: 'notify of receipts', everySeconds: 5, alone: true, run: announceReceipts }
