import { sql } from 'kysely'
import { prepared } from '#server/db/compiled.ts'
import type { JournalTable } from '#server/db/tables/platform.ts'
import type { Db } from '#server/db/tables.ts'

const newest = prepared((db) => db.selectFrom('journal').selectAll().orderBy('seq', 'desc').limit(1))

/** Returns the newest entry. The migration makes the first one. */
export const head = async (db: Db): Promise<Readonly<JournalTable>> => {
  const [entry] = await newest(db)
  if (!entry) throw new Error('The journal has no entries.')
  return entry
}

const inserting = (tx: Db, entries: readonly JournalTable[]) => tx.insertInto('journal').values(entries)

/** Statements that insert 1, 2, … entries: up to the number that one payment or void has. */
const inserts = Array.from({ length: 12 }, () => prepared((tx, ...entries: JournalTable[]) => inserting(tx, entries)))

export const insert = async (tx: Db, entries: readonly JournalTable[]): Promise<void> => {
  const prepared = inserts[entries.length - 1]
  if (prepared) await prepared(tx, ...entries)
  else await inserting(tx, entries).execute()
}

export const entry = (db: Db, seq: number) => db.selectFrom('journal').selectAll().where('seq', '=', seq).executeTakeFirst()

/** Returns the first entry of each of these rows. */
export const firstOf = (db: Db, kind: string, refs: readonly string[]) =>
  db
    .selectFrom('journal')
    .selectAll()
    .where('kind', '=', kind)
    .where('ref', 'in', refs)
    .where(({ eb, ref, selectFrom }) =>
      eb(
        'journal.seq',
        '=',
        selectFrom('journal as first')
          .select((first) => first.fn.min('first.seq').as('seq'))
          .where('first.kind', '=', kind)
          .where('first.ref', '=', ref('journal.ref')),
      ),
    )
    .execute()

/** Returns entries after the one with this number, in order. */
export const after = (db: Db, seq: number, limit: number) =>
  db.selectFrom('journal').selectAll().where('seq', '>', seq).orderBy('seq').limit(limit).execute()

export type Listed = { kind: string; ref: string; digest: string }

/** Returns the rows that existed before the journal, after this one. */
export const genesisAfter = (db: Db, { kind, ref }: Pick<Listed, 'kind' | 'ref'>, limit: number): Promise<Listed[]> =>
  db
    .selectFrom('journalGenesis')
    .selectAll()
    .where(sql<boolean>`(kind, ref) > (${kind}, ${ref})`)
    .orderBy('kind')
    .orderBy('ref')
    .limit(limit)
    .execute()

/** Returns the last digest in the journal for each of these rows, by reference. */
export const lastDigests = async (db: Db, kind: string, refs: readonly string[]): Promise<Map<string, string>> => {
  if (refs.length === 0) return new Map()
  const before = await db.selectFrom('journalGenesis').select(['ref', 'digest']).where('kind', '=', kind).where('ref', 'in', refs).execute()
  const since = await db
    .selectFrom('journal')
    .select(['ref', 'digest'])
    .where('kind', '=', kind)
    .where('ref', 'in', refs)
    .orderBy('seq')
    .execute()
  return new Map([...before, ...since].map(({ ref, digest }) => [ref, digest]))
}
