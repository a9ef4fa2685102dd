import { dayIn } from '#contract/day.ts'
import type { Reply } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { financialYear, financialYearName } from '#contract/month.ts'
import { writeAudit } from '#features/audit/server/audit.service.ts'
import { lock } from '#server/db/locks.ts'
import type { Db, NumberSeriesTable } from '#server/db/tables.ts'
import type { Request } from '#server/http/feature.ts'
import type { Ctx } from '#server/platform.ts'
import { feeErrors, type feesApi } from '../fees.contract.ts'
import * as rows from './fees.numbers.db.ts'

const prefixes: Record<NumberSeriesTable['series'], string> = { receipt: '', refund: 'R/' }

const written = (series: NumberSeriesTable['series'], year: number, count: number): string =>
  `${prefixes[series]}${financialYearName(year)}/${String(count).padStart(6, '0')}`

/**
 * The next number of the financial year in which it is entered, in the transaction of what it numbers: taken back, it
 * leaves no gap. Throws `checkNeeded` where a restored backup may not know the last receipts.
 */
export const nextNumber = async (
  tx: Db,
  { config, now }: Pick<Ctx, 'config' | 'now'>,
  series: NumberSeriesTable['series'],
): Promise<{ year: number; count: number; number: string }> => {
  if ((await rows.checkNeededSince(tx)) !== null) throw new AppError(feeErrors.checkNeeded)
  const year = financialYear(dayIn(config.timeZone, now))
  const count = await rows.next(tx, series, year)
  return { year, count, number: written(series, year, count) }
}

const read = async (db: Db): Promise<Reply<typeof feesApi.receiptBook>> => {
  const last = await rows.last(db, 'receipt')
  return { last: last ? written('receipt', last.year, last.last) : null, checkNeededSince: await rows.checkNeededSince(db) }
}

export const receiptBook = ({ db }: Ctx): Promise<Reply<typeof feesApi.receiptBook>> => read(db)

/** The year and the count of a number on paper; throws where no receipt can have it. */
const parse = (number: string): { year: number; count: number } => {
  const year = Number(number.slice(0, 4))
  const count = Number(number.slice(8))
  if (financialYearName(year) === number.slice(0, 7) && count > 0) return { year, count }
  throw new AppError(feeErrors.wrongNumber, { fields: { last: feeErrors.wrongNumber.message } })
}

export const confirmReceiptBook = (
  ctx: Ctx,
  { body }: Request<typeof feesApi.confirmReceiptBook>,
): Promise<Reply<typeof feesApi.receiptBook>> => {
  const onPaper = body.last === '' ? undefined : parse(body.last)
  return ctx.transact(async (tx) => {
    await lock(tx, 'fees')
    const before = await read(tx)
    if (onPaper && onPaper.count > (await rows.lastOf(tx, 'receipt', onPaper.year)))
      await rows.setLast(tx, 'receipt', onPaper.year, onPaper.count)
    await rows.confirmBook(tx)
    const after = await read(tx)
    await writeAudit(tx, ctx, { action: 'fees.confirmReceiptBook', before, after })
    return after
  })
}
