import type { Socket } from 'socket.io'
import { isTopic } from '#contract/topics.ts'
import { type Revisions, revisionsOf } from '#server/db/revisions.ts'
import type { Platform } from '#server/feature/platform.ts'
import type { Nodes } from '#server/nodes/nodes.ts'
import { isExpired, type LiveSession, sessionsAmong } from '#server/sessions/sessions.ts'
import type { LivePlatform } from './channel.ts'
import type { Change } from './live.ts'
import { type Moves, readRoomsAgain, sessionOf } from './rooms.ts'

const INTERVAL_MS = 500

const isOver = ({ config }: Platform, { expiresAt, terminationDate, dayStarts }: LiveSession, now: Date): boolean =>
  expiresAt <= now.toISOString() || isExpired({ config, dayStarts }, terminationDate, now)

/** Closes the sockets of sessions that have ended, in any way and process, and updates the data of the others. */
const closeEnded = async (platform: Platform, sockets: readonly Socket[]): Promise<void> => {
  const idOf = (socket: Socket): string => sessionOf(socket).sessionId
  const sessions = await sessionsAmong(platform, [...new Set(sockets.map(idOf))])
  const now = platform.clock()
  for (const socket of sockets) {
    const session = sessions.get(idOf(socket))
    if (session && !isOver(platform, session, now)) socket.data.session = session
    else socket.disconnect(true)
  }
}

/** The sockets of this process. */
type Sockets = {
  sockets: () => readonly Socket[]
  moves: Moves
  announce: (changes: readonly Change[]) => void
  nodes: Pick<Nodes, 'read' | 'link'>
}

/** Announces revisions that another process raised. */
const announcingRaised = (announce: Sockets['announce']) => {
  let known: Map<string, number> | undefined
  return {
    forget: (): void => {
      known = undefined
    },
    know: (raised: Revisions): void => {
      // One more than was known: nobody else has raised it in between, so there is nothing left to announce.
      for (const [topic, value] of raised) if (known && value === (known.get(topic) ?? 0) + 1) known.set(topic, value)
    },
    announce: (revisions: Revisions): void => {
      const raised = [...revisions].filter(([topic, value]) => value > (known?.get(topic) ?? 0)).map(([topic]) => topic)
      if (known) announce(raised.filter(isTopic).map((topic) => ({ topic, persons: new Set() })))
      // A revision that this process has raised while the others were read may be known already, and must not decrease.
      const before = known
      known = new Map([...revisions].map(([topic, value]) => [topic, Math.max(value, before?.get(topic) ?? 0)]))
    },
  }
}

/**
 * Reads the rooms of all sockets again when another process has changed the members of a conversation. That node has sent the
 * change too, but the message may be lost, and a former member of a group must receive nothing more of it.
 */
const followingRooms = (platform: LivePlatform, sockets: () => readonly Socket[], moves: Moves) => {
  /** The revision up to which every socket here is in its rooms. */
  let known: number | undefined
  return {
    forget: (): void => {
      known = undefined
    },
    know: (raised: Revisions): void => {
      const value = raised.get('conversations')
      if (known !== undefined && value === known + 1) known = value
    },
    follow: async (revisions: Revisions): Promise<void> => {
      const value = revisions.get('conversations') ?? 0
      if (known !== undefined && value <= known) return
      await readRoomsAgain(platform, sockets(), moves)
      known = Math.max(value, known ?? 0)
    },
  }
}

export type Poll = {
  /** Marks revisions as announced already, by this process or by another node. */
  know: (raised: Revisions, origin: 'here' | 'elsewhere') => void
  stop: () => void
}

/**
 * Checks twice a second what other processes did on the same database: sessions that they ended, revisions that they raised,
 * members that they added to or removed from a conversation, and events that Redis did not deliver. Those are read after the rooms:
 * a person who was removed receives none of them. Hints to single people are not found like this: other nodes send them through
 * Redis alone.
 */
export const pollDatabase = (platform: LivePlatform, { sockets, moves, announce, nodes }: Sockets): Poll => {
  const hasOthers = nodes.link() !== undefined
  const changes = announcingRaised(announce)
  const rooms = followingRooms(platform, sockets, moves)

  const look = async (): Promise<void> => {
    const open = sockets()
    // With other nodes the revisions are always known: nothing is missed from before a socket opens.
    if (open.length === 0 && !hasOthers) {
      changes.forget()
      rooms.forget()
      return
    }
    if (open.length > 0) await closeEnded(platform, open)
    const revisions = await revisionsOf(platform.db)
    await rooms.follow(revisions)
    await nodes.read(revisions)
    changes.announce(revisions)
  }
  // Without the database nothing is known about anyone, so sockets stay as they are.
  const lookQuietly = () => look().catch((error: unknown) => platform.log.debug({ err: error }, 'the database could not be polled'))

  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const schedule = (): void => {
    if (stopped) return
    timer = setTimeout(() => void lookQuietly().then(schedule), INTERVAL_MS).unref()
  }
  void (hasOthers ? lookQuietly().then(schedule) : schedule())
  return {
    know: (raised, origin) => {
      changes.know(raised)
      if (origin === 'here') rooms.know(raised)
    },
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}
