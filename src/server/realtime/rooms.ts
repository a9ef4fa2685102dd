import type { Socket } from 'socket.io'
import type { Actor } from '#contract/actor.ts'
import { limits } from '#contract/limits.ts'
import type { LiveSession } from '#server/sessions/sessions.ts'
import type { LivePlatform } from './channel.ts'
import type { Room } from './live.ts'

/** People whose rooms are read by one query. */
const BATCH = 200
/** Limits the readings of rooms that keep changing meanwhile. */
const MOST_READINGS = 5

export const sessionOf = (socket: Socket): LiveSession => socket.data.session as LiveSession

const isReadFromDatabase = (room: string): boolean => room.startsWith('conversation:')

/** Counts the changes of rooms by this process; what was read from the database before may be older. */
export type Moves = () => number

const setRight = (socket: Socket, rooms: ReadonlySet<string>): void => {
  for (const room of [...socket.rooms]) if (isReadFromDatabase(room) && !rooms.has(room)) void socket.leave(room)
}

const roomsOfAll = async (
  platform: LivePlatform,
  persons: readonly Actor[],
  moves: Moves,
): Promise<ReadonlyMap<string, readonly Room[]>> => {
  for (let reading = 1; ; reading++) {
    const before = moves()
    const rooms = await platform.channel.roomsAmong(platform, persons)
    if (moves() === before || reading === MOST_READINGS) return rooms
  }
}

/** Removes sockets from rooms that their people have left, and adds them to those they are in now, according to the database. */
export const readRoomsAgain = async (platform: LivePlatform, sockets: readonly Socket[], moves: Moves): Promise<void> => {
  const persons = [...new Map(sockets.map((socket) => [sessionOf(socket).me._id, sessionOf(socket).me])).values()]
  for (let at = 0; at < persons.length; at += BATCH) {
    const batch = persons.slice(at, at + BATCH)
    const rooms = await roomsOfAll(platform, batch, moves)
    const inBatch = new Set(batch.map(({ _id }) => _id))
    for (const socket of sockets) {
      const { _id } = sessionOf(socket).me
      if (!inBatch.has(_id)) continue
      const own = rooms.get(_id) ?? []
      setRight(socket, new Set(own))
      // Beyond this number, a client asks for the rooms that it shows.
      if (socket.connected) void socket.join(own.slice(0, limits.roomsOfSocket))
    }
  }
}
