import type { EventInput, InboundEvent, Payload, SocketEvent } from '#contract/event.ts'
import { makeStore, type Store } from './store.ts'

export type Connection = 'connected' | 'disconnected'
type Handler = (payload: unknown) => void

type Line = { emit: (event: string, input: unknown) => void }

let line: Line | undefined
const handlers = new Map<string, Set<Handler>>()
const connection = makeStore<Connection>('disconnected')
const epoch = makeStore<string | null>(null)

/** True while the one socket of this tab is open. */
export const socketConnection: Store<Connection> = connection

/** The epoch of the server's data; another value means that they were restored from a backup. Null until the server has sent it. */
export const socketEpoch: Store<string | null> = epoch

/** Wraps a handler of an event: payloads that are not as declared are ignored. */
export const asDeclared =
  <E extends SocketEvent>({ payload: schema }: E, handler: (payload: Payload<E>) => void): Handler =>
  (payload) => {
    const parsed = schema?.safeParse(payload)
    if (parsed?.success !== false) handler(parsed?.data as Payload<E>)
  }

/** Calls the handler for each such event of the tab's socket, whenever that is opened; returns how to stop. */
export const onSocketEvent = <E extends SocketEvent>(event: E, handler: (payload: Payload<E>) => void): (() => void) => {
  const ofEvent = handlers.get(event.name) ?? new Set()
  const checked = asDeclared(event, handler)
  handlers.set(event.name, ofEvent.add(checked))
  return () => void ofEvent.delete(checked)
}

/** Sends an event. It is dropped while there is no connection, since it would be worthless later. */
export const emitOnSocket = <E extends InboundEvent>({ name }: E, input: EventInput<E>): void => {
  if (connection.get() === 'connected') line?.emit(name, input)
}

/** Makes a socket the one of this tab; events of an earlier one are ignored. */
export const takeLine = (next: Line) => {
  line = next
  const isCurrent = (): boolean => line === next
  return {
    connected: () => isCurrent() && connection.set('connected'),
    greeted: (next: string) => isCurrent() && epoch.set(next),
    disconnected: () => isCurrent() && connection.set('disconnected'),
    heard: (event: string, payload: unknown) => {
      if (!isCurrent()) return
      for (const handler of [...(handlers.get(event) ?? [])]) handler(payload)
    },
    closed: () => {
      if (!isCurrent()) return
      line = undefined
      connection.set('disconnected')
    },
  }
}
