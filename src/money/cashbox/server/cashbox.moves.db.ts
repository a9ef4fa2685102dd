import { type RawBuilder, sql } from 'kysely'
import { prepared } from '#server/db/compiled.ts'
import type { CashMoveKind, CashMovesTable } from '#server/db/tables/money.cashbox.ts'
import type { Db } from '#server/db/tables.ts'
import { record } from '#server/journal/journal.ts'
import { cashMoveKind } from './cashbox.journal.ts'

const insertRow = prepared((tx, move: CashMovesTable) => tx.insertInto('cashMoves').values(move))

export const insertMove = async (tx: Db, move: CashMovesTable): Promise<void> => {
  await insertRow(tx, move)
  record(tx, cashMoveKind, move)
}

export const lastMove = (db: Db) => db.selectFrom('cashMoves').select('at').orderBy('at', 'desc').limit(1).executeTakeFirst()

const lastInstants = prepared((db) =>
  db.selectNoFrom((eb) => [
    eb.selectFrom('cashMoves').select('at').orderBy('at', 'desc').limit(1).as('moved'),
    eb.selectFrom('closings').select('asOf').orderBy('asOf', 'desc').limit(1).as('closed'),
  ]),
)

/** Returns the instant of the last movement and the instant up to which the last closing counts, or null if there is none. */
export const lastOfBoth = async (db: Db): Promise<{ moved: string | null; closed: string | null }> =>
  (await lastInstants(db))[0] ?? { moved: null, closed: null }

/** Returns the first movement after an instant, up to another instant. */
export const firstMove = (db: Db, after: string, until: string) =>
  db.selectFrom('cashMoves').select('at').where('at', '>', after).where('at', '<=', until).orderBy('at').limit(1).executeTakeFirst()

/** Returns the sums of the movements after `after` and up to `until`, by kind. */
export const sums = (db: Db, after: string, until: string): Promise<{ kind: CashMoveKind; amount: number }[]> =>
  db
    .selectFrom('cashMoves')
    .where('at', '>', after)
    .where('at', '<=', until)
    .select((eb) => ['kind', eb.fn.sum<number>('amount').as('amount')])
    .groupBy('kind')
    .execute()

export type Span = { day: string; after: string; until: string }

const listed = (spans: readonly Span[]): RawBuilder<unknown> =>
  sql`(values ${sql.join(spans.map(({ day, after, until }) => sql`(${day}, ${after}, ${until})`))})`

/** Returns the sums of the movements in each span, by kind. Spans without movements are omitted. */
export const sumsOf = async (db: Db, spans: readonly Span[]): Promise<{ day: string; kind: CashMoveKind; amount: number }[]> =>
  spans.length === 0
    ? []
    : (
        await sql<{ day: string; kind: CashMoveKind; amount: number }>`
          with spans (day, from_at, to_at) as ${listed(spans)}
          select spans.day, cash_moves.kind, sum(cash_moves.amount) as amount from spans
          join cash_moves on cash_moves.at > spans.from_at and cash_moves.at <= spans.to_at
          group by spans.day, cash_moves.kind`.execute(db)
      ).rows
