import { io } from 'socket.io-client'
import { limits } from '#contract/limits.ts'
import { isTopic, type Topic, topics } from '#contract/topics.ts'
import { takeLine } from './socketEvents.ts'

type Told = {
  changed: (topics: readonly Topic[]) => void
  /** The server refused the token or closed the socket: whether the session is over is for a call to find out. */
  dropped: () => Promise<void>
}

const everything = Object.keys(topics).filter(isTopic)

const topicsOf = (event: unknown): Topic[] => {
  const { topics: names } = (event ?? {}) as { topics?: unknown }
  return Array.isArray(names) ? names.map(String).filter(isTopic) : []
}

/**
 * The real-time channel of this tab; returns how to close it. It carries the names of what changed, which it takes care of
 * itself, and events of features (`onSocketEvent`). What it misses while it is away counts as changed when it is back.
 */
export const openSocket = (token: string, { changed, dropped }: Told, origin = window.location.origin): (() => void) => {
  let wasConnected = false
  const socket = io(origin, {
    forceNew: true,
    // What changed while the page was loading is told at the first connection; after others, everything counts as changed.
    auth: (send) => send({ token, ...(!wasConnected && { age: Math.ceil(performance.now()) }) }),
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    timeout: limits.socketConnectMs,
    reconnectionDelay: limits.socketReconnectMinMs,
    reconnectionDelayMax: limits.socketReconnectMaxMs,
  })
  const line = takeLine({ emit: (event, ...args) => void socket.emit(event, ...args) })
  let closed = false
  let timer: ReturnType<typeof setTimeout> | undefined

  /** The library reconnects by itself except after the server has closed the socket or refused it. */
  const comeBack = async (): Promise<void> => {
    await dropped()
    const { socketReconnectMinMs: min, socketReconnectMaxMs: max } = limits
    if (!closed) timer = setTimeout(() => socket.connect(), min + Math.random() * (max - min))
  }
  socket.on('connect', () => {
    if (wasConnected) changed(everything)
    wasConnected = true
    line.connected()
  })
  socket.onAny((event: string, payload: unknown) => line.heard(event, payload))
  socket.on('changed', (event: unknown) => changed(topicsOf(event)))
  // The server may have missed something that others told: it counts as changed, as if the tab had been away.
  socket.on('catch_up', () => changed(everything))
  socket.on('disconnect', () => {
    line.disconnected()
    if (!socket.active && !closed) void comeBack()
  })
  socket.on('connect_error', () => {
    if (!socket.active && !closed) void comeBack()
  })
  // A try that began without a network may hang for as long as a slow server is given.
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
