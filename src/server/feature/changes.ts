import type { Topic } from '#contract/topics.ts'
import { raiseRevisions } from '#server/db/revisions.ts'
import type { Db } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import type { Persons } from '#server/realtime/live.ts'
import type { Platform } from './platform.ts'

/** Runs `fn` in a transaction; resolves once it is durable. As `db/transact.ts` says, `fn` may run again. */
export type Transact = <T>(fn: (tx: Db) => Promise<T>) => Promise<T>

export type Changes = {
  /** As `Transact`: the last thing in the transaction is to raise the revisions of the topics, and after it open screens are told. */
  transact: Transact
  /** Names persons, or everyone, to be told of the change of a topic, besides those who follow it. To be called before the transaction ends. */
  notify: (topic: Topic, personIds: readonly string[] | 'everyone') => void
}

/**
 * How a call, a job or a program writes what belongs to these topics. A person who writes in any other way leaves cached replies
 * and open screens stale. What is someone's own concerns `me`, unless `notify` names someone else.
 */
export const changesOf = (
  { db, live }: Pick<Platform, 'db' | 'live'>,
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
