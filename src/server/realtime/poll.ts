import type { Socket } from 'socket.io'
import { isTopic } from '#contract/topics.ts'
import { type Revisions, revisionsOf } from '#server/db/revisions.ts'
import type { Platform } from '#server/platform.ts'
import { isExpired, type LiveSession, sessionsAmong } from '#server/sessions/sessions.ts'
import { announce } from './announce.ts'

const INTERVAL_MS = 500

const isOver = (platform: Platform, { expiresAt, terminationDate }: LiveSession, now: Date): boolean =>
  expiresAt <= now.toISOString() || isExpired(platform, terminationDate, now)

/** Closes the sockets of sessions that have ended, in whatever way and process, and takes over what is known of the others. */
const closeEnded = async (platform: Platform, sockets: readonly Socket[]): Promise<void> => {
  const idOf = (socket: Socket): string => (socket.data.session as LiveSession).sessionId
  const sessions = await sessionsAmong(platform.db, [...new Set(sockets.map(idOf))])
  const now = platform.clock()
  for (const socket of sockets) {
    const session = sessions.get(idOf(socket))
    if (session && !isOver(platform, session, now)) socket.data.session = session
    else socket.disconnect(true)
  }
}

export type Poll = {
  /** Revisions that this process raised and has told of already. */
  know: (raised: Revisions) => void
  stop: () => void
}

/**
 * Looks twice a second for what other processes did on the same database: sessions that they ended, and revisions that they
 * raised. Hints to single persons stay in the process that served the change.
 */
export const pollDatabase = (platform: Platform, sockets: () => readonly Socket[]): Poll => {
  let known: Map<string, number> | undefined

  const tellRaised = async (): Promise<void> => {
    const revisions = await revisionsOf(platform.db)
    const raised = [...revisions].filter(([topic, value]) => value > (known?.get(topic) ?? 0)).map(([topic]) => topic)
    if (known)
      announce(
        sockets(),
        raised.filter(isTopic).map((topic) => ({ topic, persons: new Set() })),
      )
    // A revision that this process has raised while the others were read may be known already, and is not taken back.
    const before = known
    known = new Map([...revisions].map(([topic, value]) => [topic, Math.max(value, before?.get(topic) ?? 0)]))
  }
  const look = async (): Promise<void> => {
    const open = sockets()
    if (open.length === 0) {
      known = undefined
      return
    }
    await closeEnded(platform, open)
    await tellRaised()
  }
  // Without the database nothing is known of anybody, so sockets stay as they are.
  const lookQuietly = () => look().catch((error: unknown) => platform.log.debug({ err: error }, 'the database could not be polled'))

  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const schedule = (): void => {
    if (stopped) return
    timer = setTimeout(() => void lookQuietly().then(schedule), INTERVAL_MS).unref()
  }
  schedule()
  return {
    know: (raised) => {
      // One more than was known: nobody else has raised it in between, so there is nothing left to tell of it.
      for (const [topic, value] of raised) if (known && value === (known.get(topic) ?? 0) + 1) known.set(topic, value)
    },
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}
