import type { Topic } from '#contract/topics.ts'
import type { Revisions } from '#server/db/revisions.ts'

/** Ids of persons, or all who are signed in. */
export type Persons = ReadonlySet<string> | 'everyone'

/** A topic that changed, and persons whom that concerns besides those who follow the topic. */
export type Change = { topic: Topic; persons: Persons }

/** Sockets that are told the same: all of one person, or those of the people in a conversation. */
export type Room = `person:${string}` | `conversation:${string}`

/** What someone does just now, of interest only to those who look at the same thing (`focus`). */
export type Hint = { event: string; payload: unknown; focus: string; exceptPerson: string }

/** The real-time channel as services see it. Tell others after the commit, never inside a transaction. */
export type Live = {
  /** Closes the sockets of these sessions at once. */
  endSessions(sessionIds: readonly string[]): void
  /** Tells open screens what changed. `revisions` are those that the change raised, so that it is not told again when they are polled. */
  changed(changes: readonly Change[], revisions: Revisions): void
  /** Sends an event to every socket in these rooms, once each. It may be lost: a person who was away asks for what they missed. */
  publish(rooms: readonly Room[], event: string, payload: unknown): void
  /** Sends a hint that is worth nothing later: it is dropped where it cannot be sent at once. */
  hint(rooms: readonly Room[], hint: Hint): void
  /** Puts every socket of these persons into a room. */
  enter(personIds: readonly string[], room: Room): void
  /** Takes every socket of these persons out of a room. */
  leave(personIds: readonly string[], room: Room): void
  /** Takes everybody out of a room. */
  close(room: Room): void
  /** Those of these persons who have a socket open, on any node. */
  onlineAmong(personIds: readonly string[]): Promise<Set<string>>
  /** How many sockets are open in this process. */
  openSockets(): number
}

/** For programs that have no sockets: other processes see the revisions. */
export const noSockets: Live = {
  endSessions: () => {},
  changed: () => {},
  publish: () => {},
  hint: () => {},
  enter: () => {},
  leave: () => {},
  close: () => {},
  onlineAmong: async () => new Set(),
  openSockets: () => 0,
}
