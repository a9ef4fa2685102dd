/*
 * What an attacker can do here, and which line stops it. A socket of a stranger is refused before it opens, and so is a
 * page of another origin (`isOwnOrigin`). A session that ends takes its sockets with it at once (`endSessions`), also
 * one that is just opening (`keepIfAlive`), and one that runs out is noticed within a second (`closeExpired`). Connection-state recovery stays off: it would skip
 * the session check and hand a revoked session what it missed.
 */
import type { FastifyInstance } from 'fastify'
import { Server, type Socket } from 'socket.io'
import { commonErrors } from '#contract/errors.ts'
import { addBareHeaders } from '#server/http/bareReplies.ts'
import { findSession, isExpired, type LiveSession, liveSession, tokenOf } from '#server/http/sessions.ts'
import type { Platform } from '#server/platform.ts'
import type { Live } from './live.ts'

const roomOf = (sessionId: string): string => `session:${sessionId}`

/** A browser always tells the origin of its page; a program that is no browser may leave it out. */
export const isOwnOrigin = (origin: string | undefined, host: string | undefined, publicUrl: string): boolean => {
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  return new URL(origin).host === host || new URL(origin).origin === new URL(publicUrl).origin
}

export type Hub = Live & {
  /** Opens the channel on the app's own server. */
  attach: (app: FastifyInstance, platform: Platform) => void
}

/** The real-time channel of this process. */
export const makeHub = (): Hub => {
  let io: Server | undefined
  const close = (sessionIds: readonly string[]): void => {
    if (sessionIds.length > 0) io?.in(sessionIds.map(roomOf)).disconnectSockets(true)
  }
  return {
    endSessions: close,
    attach: (app, platform) => {
      io = new Server(app.server, {
        serveClient: false,
        maxHttpBufferSize: 100_000,
        allowRequest: ({ headers }, answer) => answer(null, isOwnOrigin(headers.origin, headers.host, platform.config.publicUrl)),
      })
      io.engine.use(addBareHeaders(platform.config))
      io.use((socket, next) => {
        signIn(platform, socket).then(
          () => next(),
          () => next(new Error(commonErrors.notSignedIn.message)),
        )
      })
      io.on('connection', (socket) => void keepIfAlive(platform, socket, socket.data.session))
      const watch = setInterval(() => void closeExpired(platform, io?.sockets.sockets.values() ?? []), 1_000).unref()
      app.addHook('preClose', async () => {
        clearInterval(watch)
        await io?.close()
      })
    },
  }
}

const signIn = async (platform: Platform, socket: Socket): Promise<void> => {
  const token = tokenOf(String(socket.handshake.auth.token ?? ''))
  const session = token && (await findSession(platform, token, platform.clock()))
  if (!session) throw new Error('no session')
  await socket.join(roomOf(session.sessionId))
  socket.data.session = session
}

// A room can close a socket only once it is open, so a session that ended while it opened is asked for again here.
const keepIfAlive = async (platform: Platform, socket: Socket, { sessionId }: LiveSession): Promise<void> => {
  socket.data.session = await liveSession(platform, sessionId, platform.clock()).catch(() => undefined)
  if (!socket.data.session) socket.disconnect(true)
}

const isOver = (platform: Platform, { expiresAt, terminationDate }: LiveSession, now: Date): boolean =>
  expiresAt <= now.toISOString() || isExpired(platform, terminationDate, now)

// What is known tells when a session may be over; only then is the database asked whether it was extended.
const closeExpired = async (platform: Platform, sockets: Iterable<Socket>): Promise<void> => {
  const now = platform.clock()
  for (const socket of sockets) {
    const session: LiveSession | undefined = socket.data.session
    if (!session || !isOver(platform, session, now)) continue
    await keepIfAlive(platform, socket, session)
  }
}
