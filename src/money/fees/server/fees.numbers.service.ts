import type { Reply } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { financialYear, financialYearName } from '#contract/month.ts'
import { lockLedger } from '#money/locks/server/locks.ledger.service.ts'
import { newId } from '#server/db/ids.ts'
import type { NumberSeriesTable } from '#server/db/tables/money.ts'
import type { Db } from '#server/db/tables.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { type HallNow, hallToday } from '#server/hallDay.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import type { feesApi } from '../fees.contract.ts'
import { feeErrors } from '../fees.errors.contract.ts'
import * as rows from './fees.numbers.db.ts'

type Series = NumberSeriesTable['series']

const prefixes: Record<Series, string> = { receipt: '', refund: 'R/' }

/** Returns a number as it is printed: `2026-27/000123`, `R/2026-27/000012`. */
export const toNumber = (series: Series, year: number, count: number): string =>
  `${prefixes[series]}${financialYearName(year)}/${String(count).padStart(6, '0')}`

/** The greatest number of a receipt or voucher: six digits. */
const GREATEST = 999_999

/**
 * Returns the next number of the current financial year. It runs in the transaction of the numbered entry, so a rollback leaves no
 * gap. Throws `checkNeeded` after a restore, which may not know the last receipts, and `numbersUsedUp` after 999,999.
 */
export const nextNumber = async (tx: Db, ctx: HallNow, series: Series): Promise<{ year: number; count: number; number: string }> => {
  const year = financialYear(hallToday(ctx))
  const { checkNeededSince, used, last } = await rows.stateOf(tx, series, year)
  if (checkNeededSince !== null) throw new AppError(feeErrors.checkNeeded)
  // The series never lags behind the numbers in use.
  if (used > last) await rows.setLast(tx, series, year, used)
  const count = await rows.next(tx, series, year)
  if (count > GREATEST) throw new AppError(feeErrors.numbersUsedUp)
  return { year, count, number: toNumber(series, year, count) }
}

const lastWritten = async (db: Db, series: Series): Promise<string | null> => {
  const last = await rows.last(db, series)
  return last ? toNumber(series, last.year, last.last) : null
}

const read = async (db: Db): Promise<Reply<typeof feesApi.receiptBook>> => ({
  last: await lastWritten(db, 'receipt'),
  lastVoucher: await lastWritten(db, 'refund'),
  checkNeededSince: await rows.checkNeededSince(db),
})

export const receiptBook = ({ db }: Ctx): Promise<Reply<typeof feesApi.receiptBook>> => read(db)

type Given = { series: Series; field: 'last' | 'lastVoucher'; year: number; count: number }

/**
 * Parses the year and the count of a number on paper; returns undefined if none was typed. Throws if no receipt or voucher can have
 * this number.
 */
const parse = (ctx: Ctx, series: Series, field: Given['field'], typed: string): Given[] => {
  if (typed === '') return []
  const number = typed.slice(prefixes[series].length)
  const year = Number(number.slice(0, 4))
  const count = Number(number.slice(8))
  if (financialYearName(year) !== number.slice(0, 7) || count === 0) throw new AppError(feeErrors.wrongNumber, { field })
  const present = financialYear(hallToday(ctx))
  if (year > present) throw new AppError(feeErrors.numberOfLaterYear, { params: { year: financialYearName(present) }, field })
  if (count >= GREATEST) throw new AppError(feeErrors.numberTooHigh, { field })
  return [{ series, field, year, count }]
}

/** Sets the last number of a year. It may be lower than the current one if no receipt or voucher has a higher number. */
const correct = async (tx: Db, ctx: Ctx, { series, field, year, count }: Given): Promise<void> => {
  const { last: before, used } = await rows.stateOf(tx, series, year)
  if (count === before) return
  if (count < used) throw new AppError(feeErrors.numberGiven, { params: { number: toNumber(series, year, used) }, field })
  await rows.setLast(tx, series, year, count)
  const by = { createdAt: ctx.now.toISOString(), createdBy: ctx.me._id, createdByName: ctx.me.name }
  await rows.insertCorrection(tx, { id: newId(), series, year, beforeLast: before, afterLast: count, ...by })
}

export const confirmReceiptBook = (
  ctx: Ctx,
  { body }: Input<typeof feesApi.confirmReceiptBook>,
): Promise<Reply<typeof feesApi.receiptBook>> => {
  const given = [...parse(ctx, 'receipt', 'last', body.last), ...parse(ctx, 'refund', 'lastVoucher', body.lastVoucher ?? '')]
  return ctx.transact(async (tx) => {
    await lockLedger(tx, ctx)
    const before = await read(tx)
    for (const one of given) await correct(tx, ctx, one)
    await rows.confirmBook(tx)
    const after = await read(tx)
    await writeAudit(tx, ctx, { action: 'fees.confirmReceiptBook', before, after })
    return after
  })
}
