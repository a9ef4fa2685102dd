/*
 * Attacks, and the line that stops each. A stranger's socket is refused before it opens and takes no turn of those that wait
 * (`openDoor`), and so is a page of another origin (`isOwnOrigin`). A session that ends closes its sockets at once (`endSessions`);
 * what that misses, because it happened in another process, by the clock or just as the socket opened, is found within half a second
 * (`pollDatabase`). Connection-state recovery stays off: it would skip the session check and give a revoked session what it missed.
 * Nobody is notified of what does not concern them (`announce`), and of a topic only by its name. The other events a socket receives
 * depend on its rooms, and those only on the database, never on what it requests: they are read again once it is open
 * (`readRoomsAgain`), since a person who was removed from a room in between was removed on the sockets that were open, and within
 * half a second of a change in another process.
 */
import type { FastifyInstance } from 'fastify'
import { Server, type Socket } from 'socket.io'
import { commonErrors } from '#contract/errors.ts'
import { platformEvents } from '#contract/platform.events.ts'
import { instanceOf } from '#server/db/instance.ts'
import { isUnavailable } from '#server/db/violations.ts'
import type { Platform } from '#server/feature/platform.ts'
import { addBareHeaders } from '#server/http/bareReplies.ts'
import { floodLimits } from '#server/http/floodLimits.ts'
import { type Nodes, oneNode } from '#server/nodes/nodes.ts'
import { findSession, type LiveSession, tokenOf } from '#server/sessions/sessions.ts'
import { announce, notifyMissed } from './announce.ts'
import { handleEvent, type LivePlatform, runQuietly, type SocketCtx } from './channel.ts'
import { openDoor } from './door.ts'
import type { Change, Live, Room, Sockets, Viewers } from './live.ts'
import { follow, overNodes } from './nodeMessages.ts'
import { flushInOneWrite } from './oneWrite.ts'
import { followPresence } from './online.ts'
import { limitPackets } from './packetRate.ts'
import { type Poll, pollDatabase } from './poll.ts'
import { type RecentChanges, recentChanges } from './recentChanges.ts'
import { readRoomsAgain, sessionOf } from './rooms.ts'
import { send } from './send.ts'

const roomOf = (sessionId: string): string => `session:${sessionId}`
const personRoom = (personId: string): Room => `person:${personId}`

/** A browser always sends the origin of its page; other programs may omit it. */
const isOwnOrigin = (origin: string | undefined, host: string | undefined, publicUrl: string | undefined): boolean => {
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  return new URL(origin).host === host || (publicUrl !== undefined && new URL(origin).origin === new URL(publicUrl).origin)
}

/** The sockets of this process. */
type Here = {
  io: Server | undefined
  poll: Poll | undefined
  /** How often rooms were changed by a call or by another node. */
  moves: number
  recent: RecentChanges
}

const socketsOf = ({ io }: Here): Socket[] => [...(io?.sockets.sockets.values() ?? [])]

const announceHere = (here: Here, changes: readonly Change[]): void => {
  here.recent.note(changes)
  announce(socketsOf(here), changes)
}

/** Returns the milliseconds since the page of this socket was opened, as the page reports; 0 for any other value. */
const pageAge = ({ handshake }: Socket): number => {
  const { age } = handshake.auth as { age?: unknown }
  return typeof age === 'number' && age > 0 ? age : 0
}

const isOnline = ({ io }: Here, personId: string): boolean => (io?.sockets.adapter.rooms.get(personRoom(personId))?.size ?? 0) > 0

/** The channel for the sockets of this process. `origin` says whether a change was made by this process or by another node. */
const channelHere = (here: Here, origin: 'here' | 'elsewhere'): Sockets => {
  const moving = (personIds: readonly string[], move: (sockets: ReturnType<Server['in']>) => void): void => {
    if (personIds.length === 0 || !here.io) return
    here.moves++
    move(here.io.in(personIds.map(personRoom)))
  }
  return {
    endSessions: (sessionIds) => {
      if (sessionIds.length > 0) here.io?.in(sessionIds.map(roomOf)).disconnectSockets(true)
    },
    changed: (changes, revisions) => {
      here.poll?.know(revisions, origin)
      announceHere(here, changes)
    },
    publish: (rooms, { event, payload }) => {
      if (rooms.length > 0) here.io?.to([...rooms]).emit(event, payload)
    },
    hint: (rooms, hint) => {
      for (const socket of socketsOf(here)) if (concerns(socket, rooms, hint)) socket.volatile.emit(hint.event, hint.payload)
    },
    enter: (personIds, room) => moving(personIds, (sockets) => sockets.socketsJoin(room)),
    leave: (personIds, room) => moving(personIds, (sockets) => sockets.socketsLeave(room)),
    close: (room) => {
      here.moves++
      here.io?.in(room).socketsLeave(room)
    },
    onlineAmong: async (personIds) => new Set(personIds.filter((id) => isOnline(here, id))),
    openSockets: () => here.io?.sockets.sockets.size ?? 0,
  }
}

export type Hub = Live & {
  /** Opens the channel on the app's own server. */
  attach: (app: FastifyInstance, platform: LivePlatform) => void
}

/** Makes the real-time channel of this process, which also informs the other nodes. */
export const makeHub = (nodes: Nodes = oneNode): Hub => {
  const here: Here = { io: undefined, poll: undefined, moves: 0, recent: recentChanges() }
  const ours = channelHere(here, 'here')
  return {
    ...overNodes(ours, nodes.broadcast),
    onlineAmong: async (personIds) => {
      const found = await ours.onlineAmong(personIds)
      for (const id of await nodes.onlineElsewhere(personIds.filter((one) => !found.has(one)))) found.add(id)
      return found
    },
    attach: (app, platform) => attach(here, nodes, app, platform),
  }
}

const attach = (here: Here, nodes: Nodes, app: FastifyInstance, platform: LivePlatform): void => {
  const io = new Server(app.server, {
    serveClient: false,
    maxHttpBufferSize: 100_000,
    allowRequest: ({ headers }, answer) => answer(null, isOwnOrigin(headers.origin, headers.host, platform.config.publicUrl)),
  })
  here.io = io
  io.engine.use(addBareHeaders(platform.config))
  flushInOneWrite(io)
  limitPackets(io, floodLimits)
  const turn = openDoor()
  io.use((socket, next) => {
    // A stranger takes nobody's turn.
    sessionFor(platform, socket)
      .then(() => turn(() => socket.conn.readyState !== 'open'))
      .then(() => signIn(platform, socket))
      .then(
        () => next(),
        (error: unknown) => next(new Error((isUnavailable(error) ? commonErrors.unavailable : commonErrors.notSignedIn).message)),
      )
  })
  const moves = () => here.moves
  const confirm = (socket: Socket): void =>
    void readRoomsAgain(platform, [socket], moves).catch((error: unknown) => {
      // It may be in a room that its person has left: it reconnects, and the database is read again.
      platform.log.debug({ err: error }, 'the rooms of a socket could not be confirmed')
      socket.conn.close()
    })
  const presence = followPresence(platform, nodes)
  io.on('connection', (socket) => {
    confirm(socket)
    listen(platform, socket)
    void greet(platform, socket)
    presence.opened(socket)
    announce([socket], here.recent.within(pageAge(socket)))
  })
  const others = channelHere(here, 'elsewhere')
  nodes.open({
    log: platform.log,
    heard: (message) => follow(others, message),
    missed: notifyMissed(io),
    onlineHere: presence.onlineHere,
    disconnectedWithNode: presence.disconnectedWithNode,
  })
  const announceAll = (changes: readonly Change[]) => announceHere(here, changes)
  here.poll = pollDatabase(platform, { sockets: () => socketsOf(here), moves, announce: announceAll, nodes })
  app.addHook('preClose', async () => {
    here.poll?.stop()
    presence.handOver()
    await io.close()
    await presence.settled()
    await nodes.close()
  })
}

/** Returns whether a hint is for this socket: it is in one of the rooms, and shows the subject or has not set a focus. */
const concerns = (socket: Socket, rooms: readonly Room[], { focus, exceptPerson }: Viewers): boolean => {
  const looksAt = socket.data.focus as string | null | undefined
  if (sessionOf(socket).me._id === exceptPerson || (looksAt !== undefined && looksAt !== focus)) return false
  return rooms.some((room) => socket.rooms.has(room))
}

const socketsIn = ({ nsp }: Socket, room: Room): Socket[] =>
  [...(nsp.adapter.rooms.get(room) ?? [])].flatMap((id) => nsp.sockets.get(id) ?? [])

/** Handles the inbound events that features declare; anything else is ignored. */
const listen = (platform: LivePlatform, socket: Socket): void => {
  const ctx = (): SocketCtx => ({
    ...platform,
    me: sessionOf(socket).me,
    now: platform.clock(),
    enter: (rooms) => void socket.join([...rooms]),
    setFocus: (focus) => {
      socket.data.focus = focus
    },
    setStatus: (status) => {
      socket.data.status = status
    },
    statuses: () => socketsIn(socket, personRoom(sessionOf(socket).me._id)).map(({ data }) => data.status as string | undefined),
  })
  for (const handler of platform.channel.handlers)
    socket.on(handler.event.name, (input: unknown) => void handleEvent(handler, ctx(), input))
  socket.on('disconnect', () => void runQuietly(platform, () => platform.channel.onClosed(ctx())))
}

/** Sends the epoch: after a restore it differs, and everything a client remembers is of other data. */
const greet = async ({ db, clock, log }: Platform, socket: Socket): Promise<void> => {
  try {
    send(socket, platformEvents.hello, { epoch: (await instanceOf({ db, clock })).epoch })
  } catch (error) {
    // Sockets that are not greeted now are greeted when they reconnect.
    log.debug({ err: error }, 'a socket could not be told the epoch')
  }
}

const sessionFor = async (platform: LivePlatform, { handshake }: Socket): Promise<LiveSession> => {
  const token = tokenOf(String(handshake.auth.token ?? ''))
  const session = token && (await findSession(platform, token, platform.clock()))
  if (!session) throw new Error('no session')
  return session
}

const signIn = async (platform: LivePlatform, socket: Socket): Promise<void> => {
  // It may have ended while the socket waited for its turn.
  const session = await sessionFor(platform, socket)
  await socket.join([roomOf(session.sessionId), personRoom(session.me._id)])
  socket.data.session = session
  await socket.join(await platform.channel.roomsOf(platform, session.me))
}
