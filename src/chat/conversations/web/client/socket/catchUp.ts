import { platformEvents } from '#contract/platform.events.ts'
import { chatInbound } from '../../../conversations.events.ts'
import { chatLimits } from '../../../conversations.limits.ts'
import type { Client } from '../client.ts'
import type { ClientObserver } from '../clientObserver.ts'
import { concernsList } from './events.ts'

/** Interval of full refreshes, in case a connection stays open but loses events. */
const everyMs = 60_000
/** Range of the random delay before all tabs refetch after an event that reaches them at once. */
const spreadMs = 1_000

/** Refetches everything that may have been missed. */
const catchUp = ({ list, log, socket }: Client): void => {
  const id = socket.opened.get()
  if (id !== null) void log.of(id).refresh()
  list.renew()
}

/** Sends the server what this tab has loaded and shows, which it forgets with each connection. */
const announceAll = ({ list, socket }: Client): void => {
  const ids = list.store.get().items.map(({ _id }) => _id)
  if (ids.length > 0) socket.emit(chatInbound.joinConversations, ids.slice(0, chatLimits.joinedAtOnce))
  socket.emit(chatInbound.focus, socket.opened.get())
}

const onConnection = (client: Client): (() => void) => {
  const { socket, environment } = client
  let wasConnected = socket.connection.get() === 'connected'
  return socket.connection.subscribe(() => {
    const isConnected = socket.connection.get() === 'connected'
    if (isConnected && !wasConnected) {
      announceAll(client)
      environment.tasks.wake()
      catchUp(client)
    }
    wasConnected = isConnected
  })
}

const onEpoch = ({ socket }: Client, observer: Pick<ClientObserver, 'onRestored'>): (() => void) => {
  let epoch = socket.epoch.get()
  return socket.epoch.subscribe(() => {
    const before = epoch
    epoch = socket.epoch.get()
    if (before !== null && epoch !== before) observer.onRestored()
  })
}

/** Runs once the list is loaded, which comes after the connection on a freshly opened page. */
const onFirstList = (client: Client): (() => void) => {
  let wasBegun = client.list.isBegun
  return client.list.store.subscribe(() => {
    if (client.list.isBegun && !wasBegun) announceAll(client)
    wasBegun = client.list.isBegun
  })
}

/** Keeps everything up to date even if events are lost; returns a function that stops this. */
export const keepCaughtUp = (client: Client, observer: Pick<ClientObserver, 'onRestored'>): (() => void) => {
  const { socket, list, outbox, environment } = client
  const { clock, tab, storage } = environment
  let isDue = false
  const renewList = (): void => {
    isDue = false
    list.renew()
  }
  const tick = (): void => {
    if (tab.isVisible()) catchUp(client)
    clock.after(everyMs, tick)
  }
  clock.after(everyMs, tick)
  const stops = [
    onConnection(client),
    onEpoch(client, observer),
    onFirstList(client),
    socket.on(platformEvents.catchUp, () => clock.after(clock.random() * spreadMs, () => catchUp(client))),
    socket.on(platformEvents.changed, (change) => {
      if (!concernsList(change) || isDue) return
      isDue = true
      clock.after(clock.random() * spreadMs, renewList)
    }),
    tab.onReturn(() => {
      environment.tasks.wake()
      catchUp(client)
    }),
    tab.onHidden(() => outbox.drafts.saveAll()),
    storage.onChange(() => void outbox.resume()),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
