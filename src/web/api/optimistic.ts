import type { InfiniteData } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Endpoint, Reply } from '#contract/endpoint.ts'
import type { CallInput } from './call.ts'
import { onForget } from './session.ts'

/**
 * Optimistic changes: what a press shows before the server has answered. The cache holds the server's answers
 * alone, and the changes of actions in flight are laid over them where they are read. So an action that fails
 * takes back its own change and nothing else, and an answer that arrives in between hides no change.
 */
export type Change = <E extends Endpoint>(endpoint: E, change: (reply: Reply<E>, sending: CallInput<E>) => Reply<E>) => void

type Layer = { path: string; change: (reply: unknown, sending: unknown) => unknown }
/** The changes of one action. */
export type Optimistic = readonly Layer[]

let inFlight: readonly Optimistic[] = []
const watchers = new Set<() => void>()

const become = (next: readonly Optimistic[]): void => {
  inFlight = next
  for (const watch of watchers) watch()
}
onForget(() => become([]))

const watchInFlight = (watch: () => void): (() => void) => {
  watchers.add(watch)
  return () => watchers.delete(watch)
}

const getInFlight = (): readonly Optimistic[] => inFlight

export const isAnyInFlight = (): boolean => inFlight.length > 0

/** Shows changes until `end`. They must be pure, since they are applied again to every answer that comes. */
export const begin = (run: (change: Change) => void): Optimistic => {
  const layers: Layer[] = []
  run(({ path }, change) => layers.push({ path, change: change as Layer['change'] }))
  become([...inFlight, layers])
  return layers
}

/** Takes changes back; returns false where a sign-out has done so before. */
export const end = (optimistic: Optimistic): boolean => {
  if (!inFlight.includes(optimistic)) return false
  become(inFlight.filter((each) => each !== optimistic))
  return true
}

export const isPages = <T>(data: unknown): data is InfiniteData<T> => typeof data === 'object' && data !== null && 'pageParams' in data

/** An answer of the cache, pages included, with changes laid over it. */
export const withChanges = <T>(optimistic: Optimistic, path: string, sending: unknown, data: T): T => {
  const layers = optimistic.filter((each) => each.path === path)
  if (layers.length === 0) return data
  const changed = (reply: unknown) => layers.reduce((before, { change }) => change(before, sending), reply)
  return (isPages(data) ? { ...data, pages: data.pages.map(changed) } : changed(data)) as T
}

/** For the `select` of a query: its answers with the changes of all actions in flight. */
export const useOptimistic = (path: string, sending: unknown) => {
  const all = useSyncExternalStore(watchInFlight, getInFlight, getInFlight).flat()
  return <T>(data: T): T => withChanges(all, path, sending, data)
}
