import type { Db, NumberSeriesTable } from '#server/db/tables.ts'

/** Gives the next number of a series; the transaction that takes it back leaves no gap. */
export const next = async (db: Db, series: NumberSeriesTable['series'], year: number): Promise<number> =>
  (
    await db
      .insertInto('numberSeries')
      .values({ series, year, last: 1 })
      .onConflict((conflict) => conflict.columns(['series', 'year']).doUpdateSet((eb) => ({ last: eb('numberSeries.last', '+', 1) })))
      .returning('last')
      .executeTakeFirstOrThrow()
  ).last

/** The newest number that was given, or undefined before the first. */
export const last = (db: Db, series: NumberSeriesTable['series']) =>
  db
    .selectFrom('numberSeries')
    .select(['year', 'last'])
    .where('series', '=', series)
    .where('last', '>', 0)
    .orderBy('year', 'desc')
    .executeTakeFirst()

/** Makes `number` the last one of its year, where it is more than the one that is. */
export const raise = async (db: Db, series: NumberSeriesTable['series'], year: number, number: number): Promise<void> => {
  await db
    .insertInto('numberSeries')
    .values({ series, year, last: number })
    .onConflict((conflict) => conflict.columns(['series', 'year']).doUpdateSet({ last: number }).where('numberSeries.last', '<', number))
    .execute()
}

export const checkNeededSince = async (db: Db): Promise<string | null> =>
  (await db.selectFrom('receiptBook').select('checkNeededSince').executeTakeFirst())?.checkNeededSince ?? null

export const confirmBook = (db: Db) => db.updateTable('receiptBook').set({ checkNeededSince: null }).execute()
