import { hasRevision, type Topic } from '#contract/topics.ts'
import { cachedQuery, prepared } from './compiled.ts'
import type { Db } from './tables.ts'

export type Revisions = ReadonlyMap<string, number>

/** Counts these revisions up, and returns the new values. */
export const raising = (tx: Db, names: readonly string[]) =>
  tx
    .insertInto('revisions')
    .values(names.map((name) => ({ name, value: 1 })))
    .onConflict((conflict) => conflict.column('name').doUpdateSet((eb) => ({ value: eb('revisions.value', '+', 1) })))
    .returning(['name', 'value'])

const raiseOne = prepared((tx, name: string) => raising(tx, [name]))

/**
 * Raises the revisions of these topics and returns the new ones. It must be the last statement of a transaction, with the topics in
 * alphabetical order: the rows stay locked until the commit, so writers wait for one another only during a commit.
 */
export const raiseRevisions = async (tx: Db, topics: readonly Topic[]): Promise<Revisions> => {
  const names = topics.filter(hasRevision).toSorted()
  if (names.length === 0) return new Map()
  const [only = ''] = names
  const raised = names.length === 1 ? await raiseOne(tx, only) : await raising(tx, names).execute()
  return new Map(raised.map(({ name, value }) => [name, value]))
}

const all = cachedQuery((db) => db.selectFrom('revisions').select(['name', 'value']))

/** The committed revisions; a topic that was never written has none. */
export const revisionsOf = async (db: Db): Promise<Revisions> => new Map((await all(db)).map(({ name, value }) => [name, value]))

/** The committed revision of one topic; 0 before the first write. */
export const revisionOf = async (db: Db, topic: Topic): Promise<number> => (await revisionsOf(db)).get(topic) ?? 0

/** A text that changes whenever one of these topics changes: the version of replies that show them. */
export const versionOf = async (db: Db, topics: readonly Topic[]): Promise<string> => {
  const revisions = await revisionsOf(db)
  return topics.map((topic) => revisions.get(topic) ?? 0).join('.')
}
