import { limits } from '#contract/limits.ts'
import { concernsList } from './events.ts'
import type { Parts } from './parts.ts'

/** Where a connection lives and its events do not come, everything is asked for so often. */
const everyMs = 60_000
/** What reaches all tabs at once makes them ask at random within so long. */
const spreadMs = 1_000

/** Asks for whatever may have been missed. */
const catchUp = ({ list, logs, opened }: Parts): void => {
  const id = opened.get()
  if (id !== null) void logs.of(id).refresh()
  list.renew()
}

/** Tells the server, which forgets it with each connection, what this tab has and looks at. */
const tellAll = ({ list, opened, ports: { socket } }: Parts): void => {
  const ids = list.store.get().items.map(({ _id }) => _id)
  if (ids.length > 0) socket.emit('join_conversations', ids.slice(0, limits.joinedAtOnce))
  socket.emit('focus', opened.get())
}

const onConnection = (parts: Parts): (() => void) => {
  const { socket } = parts.ports
  let wasConnected = socket.connection.get() === 'connected'
  return socket.connection.subscribe(() => {
    const isConnected = socket.connection.get() === 'connected'
    if (isConnected && !wasConnected) {
      tellAll(parts)
      parts.tasks.wake()
      catchUp(parts)
    }
    wasConnected = isConnected
  })
}

const onEpoch = ({ ports: { socket }, restored }: Parts): (() => void) => {
  let epoch = socket.epoch.get()
  return socket.epoch.subscribe(() => {
    const before = epoch
    epoch = socket.epoch.get()
    if (before !== null && epoch !== before) restored()
  })
}

/** The list comes after the connection where the page is just opened. */
const onFirstList = (parts: Parts): (() => void) => {
  let wasBegun = parts.list.isBegun
  return parts.list.store.subscribe(() => {
    if (parts.list.isBegun && !wasBegun) tellAll(parts)
    wasBegun = parts.list.isBegun
  })
}

/** Keeps everything up to date, whatever events are lost; returns how to stop. */
export const keepCaughtUp = (parts: Parts): (() => void) => {
  const { socket, clock, tab, storage } = parts.ports
  let isDue = false
  const renewList = (): void => {
    isDue = false
    parts.list.renew()
  }
  const tick = (): void => {
    if (tab.isVisible()) catchUp(parts)
    clock.after(everyMs, tick)
  }
  clock.after(everyMs, tick)
  const stops = [
    onConnection(parts),
    onEpoch(parts),
    onFirstList(parts),
    socket.on('catch_up', () => clock.after(clock.random() * spreadMs, () => catchUp(parts))),
    socket.on('changed', (payload) => {
      if (!concernsList(payload) || isDue) return
      isDue = true
      clock.after(clock.random() * spreadMs, renewList)
    }),
    tab.onReturn(() => {
      parts.tasks.wake()
      catchUp(parts)
    }),
    tab.onHidden(() => parts.drafts.saveAll()),
    storage.onChange(() => void parts.outbox.resume()),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
