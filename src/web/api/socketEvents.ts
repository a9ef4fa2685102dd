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

/**
 * Calls the handler for each such event of the tab's socket, whenever that is opened; returns how to stop. The socket drops payloads
 * that are not as declared: `declaredOnly`.
 */
export const onSocketEvent = <E extends SocketEvent>({ name }: E, handler: (payload: Payload<E>) => void): (() => void) => {
  const ofEvent = handlers.get(name) ?? new Set()
  // Each registration is separate, even if two pass the same function.
  const handle: Handler = (payload) => handler(payload as Payload<E>)
  handlers.set(name, ofEvent.add(handle))
  return () => void ofEvent.delete(handle)
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
    isHeard: (event: string) => isCurrent() && (handlers.get(event)?.size ?? 0) > 0,
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
