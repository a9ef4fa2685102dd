/*
 * What an attacker can do here, and which line stops it. A socket of a stranger is refused before it opens, and so is a
 * page of another origin (`isOwnOrigin`). A session that ends takes its sockets with it at once (`endSessions`); what that
 * misses, because it happened in another process, by the clock or just as the socket opened, is found within half a second
 * (`pollDatabase`). Connection-state recovery stays off: it would skip the session check and hand a revoked session what it
 * missed. Nobody is told of what does not concern them (`announce`), and of a topic only its name. What a socket may hear
 * besides is decided by the rooms that it is in, and those by the database alone (`enterRooms`), never by what it asks for.
 */
import type { FastifyInstance } from 'fastify'
import { Server, type Socket } from 'socket.io'
import { commonErrors } from '#contract/errors.ts'
import { instanceOf } from '#server/db/instance.ts'
import { isUnavailable } from '#server/db/violations.ts'
import { addBareHeaders } from '#server/http/bareReplies.ts'
import { floodLimits } from '#server/http/floodLimits.ts'
import type { Platform } from '#server/platform.ts'
import { findSession, type LiveSession, tokenOf } from '#server/sessions/sessions.ts'
import { announce } from './announce.ts'
import { handleEvent, type SocketCtx } from './channel.ts'
import type { Hint, Live, Room } from './live.ts'
import { limitPackets } from './packetRate.ts'
import { type Poll, pollDatabase } from './poll.ts'

const roomOf = (sessionId: string): string => `session:${sessionId}`
const personRoom = (personId: string): Room => `person:${personId}`
const sessionOf = (socket: Socket): LiveSession => socket.data.session as LiveSession

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
  const isOnline = (personId: string): boolean => (io?.sockets.adapter.rooms.get(personRoom(personId))?.size ?? 0) > 0
  return {
    endSessions: (sessionIds) => {
      if (sessionIds.length > 0) io?.in(sessionIds.map(roomOf)).disconnectSockets(true)
    },
    changed: (changes, revisions) => {
      poll?.know(revisions)
      announce(sockets(), changes)
    },
    publish: (rooms, event, payload) => {
      if (rooms.length > 0) io?.to([...rooms]).emit(event, payload)
    },
    hint: (rooms, hint) => {
      for (const socket of sockets()) if (concerns(socket, rooms, hint)) socket.volatile.emit(hint.event, hint.payload)
    },
    enter: (personIds, room) => {
      if (personIds.length > 0) io?.in(personIds.map(personRoom)).socketsJoin(room)
    },
    leave: (personIds, room) => {
      if (personIds.length > 0) io?.in(personIds.map(personRoom)).socketsLeave(room)
    },
    close: (room) => io?.in(room).socketsLeave(room),
    onlineAmong: async (personIds) => new Set(personIds.filter((id) => isOnline(id))),
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
      io.on('connection', (socket) => {
        listen(platform, socket)
        void greet(platform, socket)
        const { me } = sessionOf(socket)
        // The person's room says who is online, and the socket is in it already.
        if (io?.sockets.adapter.rooms.get(personRoom(me._id))?.size === 1) void quietly(platform, platform.channel.onOnline(platform, me))
        socket.on('disconnect', () => {
          if (!isOnline(me._id)) void quietly(platform, platform.channel.onOffline(platform, me))
        })
      })
      poll = pollDatabase(platform, sockets)
      app.addHook('preClose', async () => {
        poll?.stop()
        await io?.close()
      })
    },
  }
}

/** Whether a hint is for this socket: it is in one of the rooms, and looks at that very thing, or has not said at what. */
const concerns = (socket: Socket, rooms: readonly Room[], { focus, exceptPerson }: Hint): boolean => {
  const looksAt = socket.data.focus as string | null | undefined
  if (sessionOf(socket).me._id === exceptPerson || (looksAt !== undefined && looksAt !== focus)) return false
  return rooms.some((room) => socket.rooms.has(room))
}

const quietly = (platform: Platform, work: Promise<void>): Promise<void> =>
  work.catch((error: unknown) => platform.log.debug({ err: error }, 'the real-time channel could not do its part'))

/** Handles what the socket sends, each event by the feature that declares it; anything else is ignored. */
const listen = (platform: Platform, socket: Socket): void => {
  const ctx = (): SocketCtx => ({
    ...platform,
    me: sessionOf(socket).me,
    now: platform.clock(),
    enter: (rooms) => void socket.join([...rooms]),
    lookAt: (focus) => {
      socket.data.focus = focus
    },
  })
  for (const [event, handler] of Object.entries(platform.channel.events))
    socket.on(event, (payload: unknown) => void handleEvent(handler, ctx(), payload))
}

/**
 * Puts a socket into the rooms of its person. They are read once more when it is in them: somebody who was taken out of a
 * room in between has left it on the sockets that were there, and this one was not.
 */
const enterRooms = async (platform: Platform, socket: Socket): Promise<void> => {
  const { me } = sessionOf(socket)
  await socket.join(personRoom(me._id))
  const first = await platform.channel.roomsOf(platform, me)
  if (first.length === 0) return
  await socket.join(first)
  const still = new Set(await platform.channel.roomsOf(platform, me))
  for (const room of first) if (!still.has(room)) await socket.leave(room)
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
  await enterRooms(platform, socket)
}
