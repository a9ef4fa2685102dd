import type { Db, NumberCorrectionsTable, NumberSeriesTable } from '#server/db/tables.ts'
import { record } from '#server/journal/journal.ts'
import { receiptBookKind } from '#server/journal/receiptBook.ts'
import { numberCorrectionKind, numberKind } from './fees.journal.ts'

type Series = NumberSeriesTable['series']

/** The highest number that a receipt or voucher of a year has; 0 before the first. */
export const lastUsed = async (db: Db, series: Series, year: number): Promise<number> => {
  const { count } =
    series === 'receipt'
      ? await db
          .selectFrom('payments')
          .select((eb) => eb.fn.max('receiptCount').as('count'))
          .where('receiptYear', '=', year)
          .executeTakeFirstOrThrow()
      : await db
          .selectFrom('refunds')
          .select((eb) => eb.fn.max('voucherCount').as('count'))
          .where('voucherYear', '=', year)
          .executeTakeFirstOrThrow()
  // Nothing was given before the first, which Kysely's type does not say.
  return (count as number | null) ?? 0
}

/** Gives the next number of a series; a transaction that is rolled back leaves no gap. */
export const next = async (tx: Db, series: Series, year: number): Promise<number> => {
  const { last } = await tx
    .insertInto('numberSeries')
    .values({ series, year, last: 1 })
    .onConflict((conflict) => conflict.columns(['series', 'year']).doUpdateSet((eb) => ({ last: eb('numberSeries.last', '+', 1) })))
    .returning('last')
    .executeTakeFirstOrThrow()
  record(tx, numberKind, { series, year, last })
  return last
}

/** The newest number that was given, or undefined before the first. */
export const last = (db: Db, series: Series) =>
  db
    .selectFrom('numberSeries')
    .select(['year', 'last'])
    .where('series', '=', series)
    .where('last', '>', 0)
    .orderBy('year', 'desc')
    .executeTakeFirst()

export const insertCorrection = async (tx: Db, correction: NumberCorrectionsTable): Promise<void> => {
  await tx.insertInto('numberCorrections').values(correction).execute()
  record(tx, numberCorrectionKind, correction)
}

/** The newest number of a year; 0 before the first. */
export const lastOf = async (db: Db, series: Series, year: number): Promise<number> =>
  (await db.selectFrom('numberSeries').select('last').where('series', '=', series).where('year', '=', year).executeTakeFirst())?.last ?? 0

/** Makes `last` the last number of its year. */
export const setLast = async (tx: Db, series: Series, year: number, last: number): Promise<void> => {
  await tx
    .insertInto('numberSeries')
    .values({ series, year, last })
    .onConflict((conflict) => conflict.columns(['series', 'year']).doUpdateSet({ last }))
    .execute()
  record(tx, numberKind, { series, year, last })
}

export const checkNeededSince = async (db: Db): Promise<string | null> =>
  (await db.selectFrom('receiptBook').select('checkNeededSince').executeTakeFirst())?.checkNeededSince ?? null

export const confirmBook = async (tx: Db): Promise<void> => {
  const confirmed = await tx
    .updateTable('receiptBook')
    .set({ checkNeededSince: null })
    .where('checkNeededSince', 'is not', null)
    .returningAll()
    .executeTakeFirst()
  if (confirmed) record(tx, receiptBookKind, confirmed)
}
