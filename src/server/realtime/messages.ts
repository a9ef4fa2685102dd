import { isTopic } from '#contract/topics.ts'
import type { Change, Hint, Live, Room } from './live.ts'

type Rooms = readonly Room[]
type Ids = readonly string[]

/** What one node did to its own sockets, for the others to do to theirs. It travels as JSON. */
export type Message =
  | { do: 'endSessions'; sessionIds: Ids }
  | { do: 'changed'; changes: readonly { topic: string; persons: Ids | 'everyone' }[]; revisions: readonly [string, number][] }
  | { do: 'publish'; rooms: Rooms; event: string; payload: unknown }
  | { do: 'hint'; rooms: Rooms; hint: Hint }
  | { do: 'enter' | 'leave'; personIds: Ids; room: Room }
  | { do: 'close'; room: Room }

const namesOf = (persons: Change['persons']): Ids | 'everyone' => (persons === 'everyone' ? persons : [...persons])

/** The real-time channel over all nodes: acts on the sockets of this node at once, and tells the other nodes. */
export const overNodes = (here: Live, tell: (message: Message) => void): Live => ({
  ...here,
  endSessions: (sessionIds) => {
    here.endSessions(sessionIds)
    if (sessionIds.length > 0) tell({ do: 'endSessions', sessionIds })
  },
  changed: (changes, revisions) => {
    here.changed(changes, revisions)
    tell({
      do: 'changed',
      changes: changes.map(({ topic, persons }) => ({ topic, persons: namesOf(persons) })),
      revisions: [...revisions],
    })
  },
  publish: (rooms, event, payload) => {
    here.publish(rooms, event, payload)
    if (rooms.length > 0) tell({ do: 'publish', rooms, event, payload })
  },
  hint: (rooms, hint) => {
    here.hint(rooms, hint)
    if (rooms.length > 0) tell({ do: 'hint', rooms, hint })
  },
  enter: (personIds, room) => {
    here.enter(personIds, room)
    if (personIds.length > 0) tell({ do: 'enter', personIds, room })
  },
  leave: (personIds, room) => {
    here.leave(personIds, room)
    if (personIds.length > 0) tell({ do: 'leave', personIds, room })
  },
  close: (room) => {
    here.close(room)
    tell({ do: 'close', room })
  },
})

const changesOf = (changes: Extract<Message, { do: 'changed' }>['changes']): Change[] =>
  changes.flatMap(({ topic, persons }) =>
    // A node of another version may know topics that this one does not.
    isTopic(topic) ? [{ topic, persons: persons === 'everyone' ? persons : new Set(persons) }] : [],
  )

/** Does here what another node did; what only another version of the program understands is ignored. */
export const follow = (here: Live, message: Message): void => {
  switch (message.do) {
    case 'endSessions':
      here.endSessions(message.sessionIds)
      break
    case 'changed':
      here.changed(changesOf(message.changes), new Map(message.revisions))
      break
    case 'publish':
      here.publish(message.rooms, message.event, message.payload)
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
