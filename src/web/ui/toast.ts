import { useSyncExternalStore } from 'react'

export type Toast = { id: number; tone: 'success' | 'error'; text: string; forMs: number | null }

const successMs = 3_000
let last = 0
let shown: readonly Toast[] = []
const watchers = new Set<() => void>()

const become = (next: readonly Toast[]): void => {
  shown = next
  for (const watch of watchers) watch()
}
const add = (tone: Toast['tone'], text: string, forMs: number | null): void => {
  last += 1
  // A second press of the same button must not fill the screen with the same sentence.
  become([...shown.filter((each) => each.text !== text), { id: last, tone, text, forMs }].slice(-3))
}

/** Says something in the corner, politely. A success vanishes after 3 seconds unless told otherwise; an error stays until it is closed. */
export const toast = {
  success: (text: string, forMs: number = successMs): void => add('success', text, forMs),
  error: (text: string, forMs: number | null = null): void => add('error', text, forMs),
}

export const dismissToast = (id: number): void => become(shown.filter((each) => each.id !== id))

const watchToasts = (watch: () => void): (() => void) => {
  watchers.add(watch)
  return () => watchers.delete(watch)
}
export const useToasts = (): readonly Toast[] => useSyncExternalStore(watchToasts, () => shown)

export const dismissAllToasts = (): void => become([])
