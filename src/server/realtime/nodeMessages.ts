import { isTopic } from '#contract/topics.ts'
import type { Change, Live, Room, Sent, Sockets, Viewers } from './live.ts'
import { toSent } from './send.ts'

type Rooms = readonly Room[]
type Ids = readonly string[]

/** What one node did to its own sockets, for the others to repeat. It is sent as JSON. */
export type Message =
  | { do: 'endSessions'; sessionIds: Ids }
  | { do: 'changed'; changes: readonly { topic: string; persons: Ids | 'everyone' }[]; revisions: readonly [string, number][] }
  | ({ do: 'publish'; rooms: Rooms } & Sent)
  | { do: 'hint'; rooms: Rooms; hint: Sent & Viewers }
  | { do: 'enter' | 'leave'; personIds: Ids; room: Room }
  | { do: 'close'; room: Room }

const namesOf = (persons: Change['persons']): Ids | 'everyone' => (persons === 'everyone' ? persons : [...persons])

/** The real-time channel over all nodes: acts on the sockets of this node at once, and informs the other nodes. */
export const overNodes = (here: Sockets, broadcast: (message: Message) => void): Live => ({
  ...here,
  endSessions: (sessionIds) => {
    here.endSessions(sessionIds)
    if (sessionIds.length > 0) broadcast({ do: 'endSessions', sessionIds })
  },
  changed: (changes, revisions) => {
    here.changed(changes, revisions)
    broadcast({
      do: 'changed',
      changes: changes.map(({ topic, persons }) => ({ topic, persons: namesOf(persons) })),
      revisions: [...revisions],
    })
  },
  publish: (rooms, event, payload) => {
    if (rooms.length === 0) return
    const sent = { event: event.name, payload: toSent(event, payload) }
    here.publish(rooms, sent)
    broadcast({ do: 'publish', rooms, ...sent })
  },
  hint: (rooms, viewers, event, payload) => {
    if (rooms.length === 0) return
    const hint = { event: event.name, payload: toSent(event, payload), ...viewers }
    here.hint(rooms, hint)
    broadcast({ do: 'hint', rooms, hint })
  },
  enter: (personIds, room) => {
    here.enter(personIds, room)
    if (personIds.length > 0) broadcast({ do: 'enter', personIds, room })
  },
  leave: (personIds, room) => {
    here.leave(personIds, room)
    if (personIds.length > 0) broadcast({ do: 'leave', personIds, room })
  },
  close: (room) => {
    here.close(room)
    broadcast({ do: 'close', room })
  },
})

const changesOf = (changes: Extract<Message, { do: 'changed' }>['changes']): Change[] =>
  changes.flatMap(({ topic, persons }) =>
    // A node of another version may know topics that this one does not.
    isTopic(topic) ? [{ topic, persons: persons === 'everyone' ? persons : new Set(persons) }] : [],
  )

/** Repeats here what another node did; messages of another version of the program are ignored. */
export const follow = (here: Sockets, message: Message): void => {
  switch (message.do) {
    case 'endSessions':
      here.endSessions(message.sessionIds)
      break
    case 'changed':
      here.changed(changesOf(message.changes), new Map(message.revisions))
      break
    case 'publish':
      here.publish(message.rooms, { event: message.event, payload: message.payload })
      break
    case 'hint':
      here.hint(message.rooms, message.hint)
      break
    case 'enter':
      here.enter(message.personIds, message.room)
      break
    case 'leave':
      here.leave(message.personIds, message.room)
      break
    case 'close':
      here.close(message.room)
      break
  }
}
