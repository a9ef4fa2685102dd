import { makeStore, type Store } from './store.ts'

export type Connection = 'connected' | 'disconnected'
export type SocketHandler = (payload: unknown) => void

type Line = { emit: (event: string, ...args: unknown[]) => void }

let line: Line | undefined
const handlers = new Map<string, Set<SocketHandler>>()
const connection = makeStore<Connection>('disconnected')
const epoch = makeStore<string | null>(null)

/** Whether the one socket of this tab is open. */
export const socketConnection: Store<Connection> = connection

/** What the server last said its data are; another value means that they were restored from a backup. Null until it has said so. */
export const socketEpoch: Store<string | null> = epoch

/** Hears an event of the tab's socket, whenever that is opened; returns how to stop. What it carries is not checked yet. */
export const onSocketEvent = (event: string, handler: SocketHandler): (() => void) => {
  const heard = handlers.get(event) ?? new Set()
  handlers.set(event, heard.add(handler))
  return () => void heard.delete(handler)
}

/** Sends an event. While there is no connection it is dropped: what was worth telling then is worth nothing later. */
export const emitOnSocket = (event: string, ...args: unknown[]): void => {
  if (connection.get() === 'connected') line?.emit(event, ...args)
}

/** Makes a socket the one of this tab; what an earlier one still says is ignored. */
export const takeLine = (next: Line) => {
  line = next
  const isCurrent = (): boolean => line === next
  return {
    connected: () => isCurrent() && connection.set('connected'),
    disconnected: () => isCurrent() && connection.set('disconnected'),
    heard: (event: string, payload: unknown) => {
      if (!isCurrent()) return
      const told = event === 'hello' ? (payload as { epoch?: unknown } | null)?.epoch : undefined
      if (typeof told === 'string') epoch.set(told)
      for (const handler of [...(handlers.get(event) ?? [])]) handler(payload)
    },
    closed: () => {
      if (!isCurrent()) return
      line = undefined
      connection.set('disconnected')
    },
  }
}
