import type { Payload, SocketEvent } from '#contract/event.ts'
import type { Topic } from '#contract/topics.ts'
import type { Revisions } from '#server/db/revisions.ts'

/** Ids of people, or everyone who is signed in. */
export type Persons = ReadonlySet<string> | 'everyone'

/** A topic that changed, and people it concerns besides those who follow the topic. */
export type Change = { topic: Topic; persons: Persons }

/** Sockets that receive the same events: all of one person, or those of the people in a conversation. */
export type Room = `person:${string}` | `conversation:${string}`

/** Sockets that show the same thing (`focus`), except those of the person a hint is about. */
export type Viewers = { focus: string; exceptPerson: string }

/** The real-time channel as services use it. Notify others after the commit, never inside a transaction. */
export type Live = {
  /** Closes the sockets of these sessions at once. */
  endSessions(sessionIds: readonly string[]): void
  /** Notifies open screens of changes. `revisions` are those that the change raised, so that polling does not announce it again. */
  changed(changes: readonly Change[], revisions: Revisions): void
  /**
   * Sends an event to every socket in these rooms, once each, with the declared fields of its payload. It may be lost: a client
   * that was away fetches what it missed.
   */
  publish<E extends SocketEvent>(rooms: readonly Room[], event: E, payload: Payload<E>): void
  /** Sends an event that is worthless later to viewers in these rooms: it is dropped if it cannot be sent at once. */
  hint<E extends SocketEvent>(rooms: readonly Room[], viewers: Viewers, event: E, payload: Payload<E>): void
  /** Adds every socket of these people to a room. */
  enter(personIds: readonly string[], room: Room): void
  /** Removes every socket of these people from a room. */
  leave(personIds: readonly string[], room: Room): void
  /** Removes everyone from a room. */
  close(room: Room): void
  /** Returns those of these people who have a socket open, on any node. */
  onlineAmong(personIds: readonly string[]): Promise<Set<string>>
  /** Returns the number of open sockets in this process. */
  openSockets(): number
}

/** An event as it is sent: its name on the wire and the declared fields of its payload. */
export type Sent = { event: string; payload: unknown }

/** The sockets of one process. Payloads were serialized before, by this node or by another one. */
export type Sockets = Omit<Live, 'publish' | 'hint'> & {
  publish(rooms: readonly Room[], sent: Sent): void
  hint(rooms: readonly Room[], hint: Sent & Viewers): void
}

/** For programs without sockets: other processes see the revisions. */
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
