import { io } from 'socket.io-client'
import { limits } from '#contract/limits.ts'
import { platformEvents } from '#contract/platform.events.ts'
import { isTopic, type Topic, topics } from '#contract/topics.ts'
import { declaredOnly, type LoadEvents } from './declaredEvents.ts'
import { takeLine } from './socketEvents.ts'

type SocketHandlers = {
  changed: (topics: readonly Topic[]) => void
  /** The server refused the token or closed the socket: a call has to find out whether the session is over. */
  dropped: () => Promise<void>
  loadEvents: LoadEvents
}

/** What the socket itself reads of the platform's events; features validate them as declared. */
const epochIn = (hello: unknown): unknown => (hello as { epoch?: unknown } | null | undefined)?.epoch
const topicsIn = (change: unknown): unknown => (change as { topics?: unknown } | null | undefined)?.topics
const isTextual = (value: unknown): value is string => typeof value === 'string'

const everything = Object.keys(topics).filter(isTopic)

/**
 * Opens the real-time channel of this tab; returns how to close it. It carries the topics that changed, which it handles itself,
 * and events of features (`onSocketEvent`). Everything it misses while it is away counts as changed when it is back.
 */
export const openSocket = (
  token: string,
  { changed, dropped, loadEvents }: SocketHandlers,
  origin = window.location.origin,
): (() => void) => {
  let wasConnected = false
  const socket = io(origin, {
    forceNew: true,
    // The server sends what changed while the page was loading at the first connection; after later ones, everything counts as
    // changed.
    auth: (send) => send({ token, ...(!wasConnected && { age: Math.ceil(performance.now()) }) }),
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    timeout: limits.socketConnectMs,
    reconnectionDelay: limits.socketReconnectMinMs,
    reconnectionDelayMax: limits.socketReconnectMaxMs,
  })
  const line = takeLine({ emit: (event, input) => void socket.emit(event, input) })
  let closed = false
  let timer: ReturnType<typeof setTimeout> | undefined

  /** The library reconnects automatically except after the server has closed or refused the socket. */
  const comeBack = async (): Promise<void> => {
    await dropped()
    const spread = Math.random() * (limits.socketReconnectMaxMs - limits.socketReconnectMinMs)
    if (!closed) timer = setTimeout(() => socket.connect(), limits.socketReconnectMinMs + spread)
  }
  socket.on('connect', () => {
    if (wasConnected) changed(everything)
    wasConnected = true
    line.connected()
  })
  const pass = declaredOnly(loadEvents, line.heard, () => {
    line.heard(platformEvents.catchUp.name, undefined)
    changed(everything)
  })
  socket.onAny((event: string, payload: unknown) => {
    if (line.isHeard(event)) pass(event, payload)
  })
  socket.on(platformEvents.hello.name, (hello: unknown) => {
    const epoch = epochIn(hello)
    if (isTextual(epoch)) line.greeted(epoch)
  })
  socket.on(platformEvents.changed.name, (change: unknown) => {
    const names = topicsIn(change)
    if (Array.isArray(names) && names.every(isTextual)) changed(names.filter(isTopic))
  })
  // The server may have missed changes of other nodes: everything counts as changed, as if the tab had been away.
  socket.on(platformEvents.catchUp.name, () => changed(everything))
  socket.on('disconnect', () => {
    line.disconnected()
    if (!socket.active && !closed) void comeBack()
  })
  socket.on('connect_error', () => {
    if (!socket.active && !closed) void comeBack()
  })
  // An attempt that began without a network may hang for as long as a slow server is given.
  const tryAnew = (): void => {
    if (!closed && !socket.connected) socket.disconnect().connect()
  }
  window.addEventListener('online', tryAnew)
  return () => {
    closed = true
    window.removeEventListener('online', tryAnew)
    line.closed()
    clearTimeout(timer)
    socket.disconnect()
  }
}
