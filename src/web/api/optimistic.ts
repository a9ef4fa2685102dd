import type { InfiniteData } from '@tanstack/react-query'
import type { Endpoint, Reply } from '#contract/endpoint.ts'
import type { CallInput } from './call.ts'
import { onForget } from './session.ts'
import { makeStore, useStore } from './store.ts'

/**
 * Optimistic updates: what a press shows before the server has replied. The cache has only the server's replies, and the changes of
 * pending actions are applied to them when they are read. So a failed action reverts only its own change, and a reply that arrives
 * in between hides no change.
 */
export type Change = <E extends Endpoint>(endpoint: E, change: (reply: Reply<E>, sending: CallInput<E>) => Reply<E>) => void

type Layer = { path: string; change: (reply: unknown, sending: unknown) => unknown }
/** The changes of one action. */
export type Optimistic = readonly Layer[]

const inFlight = makeStore<readonly Optimistic[]>([])
onForget(() => inFlight.set([]))

export const isAnyInFlight = (): boolean => inFlight.get().length > 0

/** Shows changes until `end`. They must be pure, since they are applied to every new reply. */
export const begin = (run: (change: Change) => void): Optimistic => {
  const layers: Layer[] = []
  run(({ path }, change) => layers.push({ path, change: change as Layer['change'] }))
  inFlight.set([...inFlight.get(), layers])
  return layers
}

/** Reverts changes; returns false if a sign-out has done so before. */
export const end = (optimistic: Optimistic): boolean => {
  if (!inFlight.get().includes(optimistic)) return false
  inFlight.set(inFlight.get().filter((each) => each !== optimistic))
  return true
}

export const isPages = <T>(data: unknown): data is InfiniteData<T> => typeof data === 'object' && data !== null && 'pageParams' in data

/** Returns a cached reply, pages included, with pending changes applied. */
export const withChanges = <T>(optimistic: Optimistic, path: string, sending: unknown, data: T): T => {
  const layers = optimistic.filter((each) => each.path === path)
  if (layers.length === 0) return data
  const changed = (reply: unknown) => layers.reduce((before, { change }) => change(before, sending), reply)
  return (isPages(data) ? { ...data, pages: data.pages.map(changed) } : changed(data)) as T
}

/** For the `select` of a query: its replies with the changes of all pending actions. */
export const useOptimistic = (path: string, sending: unknown) => {
  const all = useStore(inFlight).flat()
  return <T>(data: T): T => withChanges(all, path, sending, data)
}
