import type { Topic } from '#contract/topics.ts'
import type { Revisions } from '#server/db/revisions.ts'

/** Ids of persons, or all who are signed in. */
export type Persons = ReadonlySet<string> | 'everyone'

/** A topic that changed, and persons whom that concerns besides those who follow the topic. */
export type Change = { topic: Topic; persons: Persons }

/** The real-time channel as services see it. Tell others after the commit, never inside a transaction. */
export type Live = {
  /** Closes the sockets of these sessions at once. */
  endSessions(sessionIds: readonly string[]): void
  /** Tells open screens what changed. `revisions` are those that the change raised, so that it is not told again when they are polled. */
  changed(changes: readonly Change[], revisions: Revisions): void
}

/** For programs that have no sockets: other processes see the revisions. */
export const noSockets: Live = { endSessions: () => {}, changed: () => {} }
