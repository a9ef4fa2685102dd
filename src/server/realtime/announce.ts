import type { Server, Socket } from 'socket.io'
import { platformEvents } from '#contract/platform.events.ts'
import { follows, type Topic } from '#contract/topics.ts'
import type { LiveSession } from '#server/sessions/sessions.ts'
import type { Change, Persons } from './live.ts'
import { send } from './send.ts'

const INTERVAL_MS = 1_000

/** Topics still to be sent to sockets that were notified within the last second. */
const pending = new WeakMap<Socket, Set<Topic>>()

/** Notifies a socket at once, and of everything within the second after that together at its end. */
const notify = (socket: Socket, topics: Topic[]): void => {
  const waiting = pending.get(socket)
  if (waiting) {
    for (const topic of topics) waiting.add(topic)
    return
  }
  send(socket, platformEvents.changed, { topics })
  const later = new Set<Topic>()
  pending.set(socket, later)
  setTimeout(() => {
    pending.delete(socket)
    if (later.size > 0 && socket.connected) notify(socket, [...later].toSorted())
  }, INTERVAL_MS).unref()
}

const isAmong = (persons: Persons, id: string): boolean => persons === 'everyone' || persons.has(id)

/** Notifies every socket of the topics that concern its person, and of nothing else. */
export const announce = (sockets: Iterable<Socket>, changes: readonly Change[]): void => {
  for (const socket of sockets) {
    const { me } = socket.data.session as LiveSession
    const topics = changes.filter(({ topic, persons }) => isAmong(persons, me._id) || follows(me, topic)).map(({ topic }) => topic)
    if (topics.length > 0) notify(socket, [...new Set(topics)])
  }
}

/**
 * Notifies every socket here that it may have missed something, at once, and of everything within the second after that together at
 * its end: clients then fetch what is new.
 */
export const notifyMissed = (io: Server): (() => void) => {
  let state: 'calm' | 'told' | 'again' = 'calm'
  const tellAll = (): void => {
    send(io, platformEvents.catchUp, undefined)
    state = 'told'
    setTimeout(() => {
      const again = state === 'again'
      state = 'calm'
      if (again) tellAll()
    }, INTERVAL_MS).unref()
  }
  return () => {
    if (state === 'calm') tellAll()
    else state = 'again'
  }
}
