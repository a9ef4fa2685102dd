import type { Server, Socket } from 'socket.io'
import { follows, type Topic } from '#contract/topics.ts'
import type { LiveSession } from '#server/sessions/sessions.ts'
import type { Change, Persons } from './live.ts'

const INTERVAL_MS = 1_000

/** What was not told yet to sockets that were told something within the last second. */
const pending = new WeakMap<Socket, Set<Topic>>()

/** Tells a socket at once, and what comes within a second after that together at its end. */
const tell = (socket: Socket, topics: readonly Topic[]): void => {
  const waiting = pending.get(socket)
  if (waiting) {
    for (const topic of topics) waiting.add(topic)
    return
  }
  socket.emit('changed', { topics })
  const later = new Set<Topic>()
  pending.set(socket, later)
  setTimeout(() => {
    pending.delete(socket)
    if (later.size > 0 && socket.connected) tell(socket, [...later].toSorted())
  }, INTERVAL_MS).unref()
}

const isAmong = (persons: Persons, id: string): boolean => persons === 'everyone' || persons.has(id)

/** Tells every socket the topics that concern its person, and nothing else. */
export const announce = (sockets: Iterable<Socket>, changes: readonly Change[]): void => {
  for (const socket of sockets) {
    const { me } = socket.data.session as LiveSession
    const topics = changes.filter(({ topic, persons }) => isAmong(persons, me._id) || follows(me, topic)).map(({ topic }) => topic)
    if (topics.length > 0) tell(socket, [...new Set(topics)])
  }
}

/**
 * Tells every socket here that it may have missed something, at once, and what comes within a second after that together at
 * its end: clients ask for what is new.
 */
export const tellMissed = (io: Server): (() => void) => {
  let state: 'calm' | 'told' | 'again' = 'calm'
  const tellAll = (): void => {
    io.emit('catch_up')
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
