import type { Socket } from 'socket.io'
import type { Actor } from '#contract/actor.ts'
import { limits } from '#contract/limits.ts'
import type { Platform } from '#server/feature/platform.ts'
import type { LiveSession } from '#server/sessions/sessions.ts'
import type { Room } from './live.ts'

/** Persons whose rooms are read by one question. */
const BATCH = 200
/** Rooms that keep changing while they are read are set right all the same. */
const MOST_READINGS = 5

export const sessionOf = (socket: Socket): LiveSession => socket.data.session as LiveSession

const isReadFromDatabase = (room: string): boolean => room.startsWith('conversation:')

/** Counts what this process does to rooms; what was read from the database before may be older. */
export type Moves = () => number

const setRight = (socket: Socket, rooms: ReadonlySet<string>): void => {
  for (const room of [...socket.rooms]) if (isReadFromDatabase(room) && !rooms.has(room)) void socket.leave(room)
}

const roomsOfAll = async (platform: Platform, persons: readonly Actor[], moves: Moves): Promise<ReadonlyMap<string, readonly Room[]>> => {
  for (let reading = 1; ; reading++) {
    const before = moves()
    const rooms = await platform.channel.roomsAmong(platform, persons)
    if (moves() === before || reading === MOST_READINGS) return rooms
  }
}

/**
 * Takes sockets out of the rooms in which their persons are no more, and puts them into those in which they are now, as the
 * database has it.
 */
export const readRoomsAgain = async (platform: Platform, sockets: readonly Socket[], moves: Moves): Promise<void> => {
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
      // Of more than these, a client asks for those that it shows.
      if (socket.connected) void socket.join(own.slice(0, limits.roomsOfSocket))
    }
  }
}
