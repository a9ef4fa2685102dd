/*
 * What an attacker can do here, and which line stops it. A socket of a stranger is refused before it opens, and so is a
 * page of another origin (`isOwnOrigin`). A session that ends takes its sockets with it at once (`endSessions`); what that
 * misses, because it happened in another process, by the clock or just as the socket opened, is found within half a second
 * (`pollDatabase`). Connection-state recovery stays off: it would skip the session check and hand a revoked session what it
 * missed. Nobody is told of what does not concern them (`announce`), and nobody is told more than the name of a topic.
 */
import type { FastifyInstance } from 'fastify'
import { Server, type Socket } from 'socket.io'
import { commonErrors } from '#contract/errors.ts'
import { instanceOf } from '#server/db/instance.ts'
import { isUnavailable } from '#server/db/violations.ts'
import { addBareHeaders } from '#server/http/bareReplies.ts'
import { floodLimits } from '#server/http/floodLimits.ts'
import type { Platform } from '#server/platform.ts'
import { findSession, tokenOf } from '#server/sessions/sessions.ts'
import { announce } from './announce.ts'
import type { Live } from './live.ts'
import { limitPackets } from './packetRate.ts'
import { type Poll, pollDatabase } from './poll.ts'

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
  let poll: Poll | undefined
  const sockets = (): Socket[] => [...(io?.sockets.sockets.values() ?? [])]
  return {
    endSessions: (sessionIds) => {
      if (sessionIds.length > 0) io?.in(sessionIds.map(roomOf)).disconnectSockets(true)
    },
    changed: (changes, revisions) => {
      poll?.know(revisions)
      announce(sockets(), changes)
    },
    attach: (app, platform) => {
      io = new Server(app.server, {
        serveClient: false,
        maxHttpBufferSize: 100_000,
        allowRequest: ({ headers }, answer) => answer(null, isOwnOrigin(headers.origin, headers.host, platform.config.publicUrl)),
      })
      io.engine.use(addBareHeaders(platform.config))
      limitPackets(io, floodLimits)
      io.use((socket, next) => {
        signIn(platform, socket).then(
          () => next(),
          (error: unknown) => next(new Error((isUnavailable(error) ? commonErrors.unavailable : commonErrors.notSignedIn).message)),
        )
      })
      io.on('connection', (socket) => void greet(platform, socket))
      poll = pollDatabase(platform, sockets)
      app.addHook('preClose', async () => {
        poll?.stop()
        await io?.close()
      })
    },
  }
}

/** Tells the epoch: after a restore it is another one, and what a client remembers from before is of other data. */
const greet = async ({ db, log }: Platform, socket: Socket): Promise<void> => {
  try {
    socket.emit('hello', { epoch: (await instanceOf(db)).epoch })
  } catch (error) {
    // Whoever is not greeted is when it connects again.
    log.debug({ err: error }, 'a socket could not be told the epoch')
  }
}

const signIn = async (platform: Platform, socket: Socket): Promise<void> => {
  const token = tokenOf(String(socket.handshake.auth.token ?? ''))
  const session = token && (await findSession(platform, token, platform.clock()))
  if (!session) throw new Error('no session')
  await socket.join(roomOf(session.sessionId))
  socket.data.session = session
}
