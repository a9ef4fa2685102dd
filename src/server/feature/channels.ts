import type { Channel } from '#server/realtime/channel.ts'
import type { Room } from '#server/realtime/live.ts'
import type { Feature } from './feature.ts'
import { all } from './hooks.ts'

type RoomsAmong = Channel['roomsAmong']

/** Asks for the rooms of one person after the other, because every process of an installation does this for all its sockets at once. */
const oneByOne =
  (roomsOf: NonNullable<Channel['roomsOf']>): RoomsAmong =>
  async (platform, persons) => {
    const rooms = new Map<string, readonly Room[]>()
    for (const person of persons) rooms.set(person._id, await roomsOf(platform, person))
    return rooms
  }

const roomsAmongOf = ({ roomsAmong, roomsOf }: Partial<Channel>): RoomsAmong =>
  roomsAmong ?? (roomsOf ? oneByOne(roomsOf) : async () => new Map())

/** The real-time channel of all features together. */
export const channelOf = (features: readonly Feature[]): Channel => {
  const parts = features.map(({ channel }) => channel)
  const among = parts.map(roomsAmongOf)
  return {
    roomsAmong: async (platform, persons) => {
      const all = await Promise.all(among.map((ask) => ask(platform, persons)))
      return new Map(persons.map(({ _id }) => [_id, all.flatMap((rooms) => rooms.get(_id) ?? [])]))
    },
    roomsOf: async (platform, me) => (await Promise.all(parts.map((part) => part.roomsOf?.(platform, me) ?? []))).flat(),
    handlers: parts.flatMap(({ handlers = [] }) => handlers),
    onClosed: all(parts.map(({ onClosed }) => onClosed)),
    onOnline: all(parts.map(({ onOnline }) => onOnline)),
    onOffline: all(parts.map(({ onOffline }) => onOffline)),
  }
}
