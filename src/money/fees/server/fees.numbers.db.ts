import { prepared } from '#server/db/compiled.ts'
import type { NumberCorrectionsTable, NumberSeriesTable } from '#server/db/tables/money.ts'
import type { Db } from '#server/db/tables.ts'
import { record } from '#server/journal/journal.ts'
import { receiptBookKind } from '#server/journal/receiptBook.ts'
import { numberCorrectionKind, numberKind } from './fees.journal.ts'

type Series = NumberSeriesTable['series']

const stateOfReceipts = prepared((db, year: number) =>
  db.selectNoFrom((eb) => [
    eb.selectFrom('receiptBook').select('checkNeededSince').as('checkNeededSince'),
    eb
      .selectFrom('payments')
      .select(({ fn }) => fn.max('receiptCount').as('count'))
      .where('receiptYear', '=', year)
      .as('used'),
    eb.selectFrom('numberSeries').select('last').where('series', '=', 'receipt').where('year', '=', year).as('last'),
  ]),
)
const stateOfRefunds = prepared((db, year: number) =>
  db.selectNoFrom((eb) => [
    eb.selectFrom('receiptBook').select('checkNeededSince').as('checkNeededSince'),
    eb
      .selectFrom('refunds')
      .select(({ fn }) => fn.max('voucherCount').as('count'))
      .where('voucherYear', '=', year)
      .as('used'),
    eb.selectFrom('numberSeries').select('last').where('series', '=', 'refund').where('year', '=', year).as('last'),
  ]),
)

type State = {
  checkNeededSince: string | null
  /** The highest number of a receipt or voucher of the year; 0 before the first. */
  used: number
  /** The last number of the series in this year; 0 before the first. */
  last: number
}

/** Returns everything that the next number of a series and year depends on. It is one statement because every payment reads it. */
export const stateOf = async (db: Db, series: Series, year: number): Promise<State> => {
  const [state] = await (series === 'receipt' ? stateOfReceipts : stateOfRefunds)(db, year)
  return { checkNeededSince: state?.checkNeededSince ?? null, used: state?.used ?? 0, last: state?.last ?? 0 }
}

const increase = prepared((tx, series: Series, year: number) =>
  tx
    .insertInto('numberSeries')
    .values({ series, year, last: 1 })
    .onConflict((conflict) => conflict.columns(['series', 'year']).doUpdateSet((eb) => ({ last: eb('numberSeries.last', '+', 1) })))
    .returning('last'),
)

/** Assigns the next number of a series; a rollback leaves no gap. */
export const next = async (tx: Db, series: Series, year: number): Promise<number> => {
  const [increased] = await increase(tx, series, year)
  if (!increased) throw new Error('The series of numbers was not increased.')
  const { last } = increased
  record(tx, numberKind, { series, year, last })
  return last
}

/** Returns the last assigned number, or undefined before the first. */
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

/** Sets the last number of its year. */
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
