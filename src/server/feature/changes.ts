import type { Topic } from '#contract/topics.ts'
import { raiseRevisions } from '#server/db/revisions.ts'
import type { Db } from '#server/db/tables.ts'
import { type Tx, transact } from '#server/db/transact.ts'
import type { Live, Persons } from '#server/realtime/live.ts'

/** Runs `fn` in a transaction; resolves once it is durable. As `db/transact.ts` says, `fn` may run again. */
export type Transact = <T>(fn: (tx: Tx) => Promise<T>) => Promise<T>

export type Changes = {
  /** Like `Transact`, but raises the revisions of the topics at the end of the transaction, and notifies open screens after it. */
  transact: Transact
  /**
   * Adds people, or everyone, to be notified of the change of a topic, besides those who follow it. Call it before the transaction
   * ends.
   */
  notify: (topic: Topic, personIds: readonly string[] | 'everyone') => void
}

/**
 * How a call, a job or a program writes data of these topics. Any other write leaves cached replies and open screens stale. Changes
 * of personal data notify `me`, unless `notify` names others.
 */
export const changesOf = (
  { db, live }: { db: Db; live: Pick<Live, 'changed'> },
  topics: readonly Topic[],
  me: { readonly _id: string } | null = null,
): Changes => {
  const persons = new Map<Topic, Persons>()
  const notify: Changes['notify'] = (topic, personIds) => {
    const named = persons.get(topic) ?? []
    persons.set(topic, named === 'everyone' || personIds === 'everyone' ? 'everyone' : new Set([...named, ...personIds]))
  }
  const concerned = (topic: Topic): Persons => persons.get(topic) ?? new Set(me ? [me._id] : [])
  return {
    notify,
    transact: async (fn) => {
      const { result, revisions } = await transact(db, async (tx) => ({
        result: await fn(tx),
        revisions: await raiseRevisions(tx, topics),
      }))
      if (topics.length > 0)
        live.changed(
          topics.map((topic) => ({ topic, persons: concerned(topic) })),
          revisions,
        )
      return result
    },
  }
}
