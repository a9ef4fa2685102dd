import { hasRevision, type Topic } from '#contract/topics.ts'
import { prepared, remembered } from './compiled.ts'
import type { Db } from './tables.ts'

export type Revisions = ReadonlyMap<string, number>

const raising = (tx: Db, names: readonly string[]) =>
  tx
    .insertInto('revisions')
    .values(names.map((name) => ({ name, value: 1 })))
    .onConflict((conflict) => conflict.column('name').doUpdateSet((eb) => ({ value: eb('revisions.value', '+', 1) })))
    .returning(['name', 'value'])

const raiseOne = prepared((tx, name: string) => raising(tx, [name]))

/**
 * Raises the revisions of these topics and returns the new ones. The last statement of a transaction, in alphabetical
 * order: the rows stay locked until the commit, so that writers wait for one another through a commit and no longer.
 */
export const raiseRevisions = async (tx: Db, topics: readonly Topic[]): Promise<Revisions> => {
  const names = topics.filter(hasRevision).toSorted()
  if (names.length === 0) return new Map()
  const [only = ''] = names
  const raised = names.length === 1 ? await raiseOne(tx, only) : await raising(tx, names).execute()
  return new Map(raised.map(({ name, value }) => [name, value]))
}

const all = remembered((db) => db.selectFrom('revisions').select(['name', 'value']))

/** The revisions as they are committed now; a topic that was never written has none. */
export const revisionsOf = async (db: Db): Promise<Revisions> => new Map((await all(db)).map(({ name, value }) => [name, value]))

/** The revision of one topic as it is committed now; 0 before the first write. */
export const revisionOf = async (db: Db, topic: Topic): Promise<number> => (await revisionsOf(db)).get(topic) ?? 0

/** What replies that show these topics depend on: another text after every change of one of them. */
export const versionOf = async (db: Db, topics: readonly Topic[]): Promise<string> => {
  const revisions = await revisionsOf(db)
  return topics.map((topic) => revisions.get(topic) ?? 0).join('.')
}
