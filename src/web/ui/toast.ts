import { useSyncExternalStore } from 'react'

/** What can be done about what a toast says, such as taking it back. */
export type ToastAction = { label: string; onPress: () => void }
export type Toast = { id: number; tone: 'success' | 'error'; text: string; forMs: number | null; action?: ToastAction | undefined }

const successMs = 3_000
/** Time to read it, to think, and to get there. */
const actionMs = 10_000
let last = 0
let shown: readonly Toast[] = []
const watchers = new Set<() => void>()

const become = (next: readonly Toast[]): void => {
  shown = next
  for (const watch of watchers) watch()
}
const add = (tone: Toast['tone'], text: string, forMs: number | null, action?: ToastAction): void => {
  last += 1
  // A second press of the same button must not fill the screen with the same sentence; each action is one of its own.
  become([...shown.filter((each) => each.text !== text || each.action), { id: last, tone, text, forMs, action }].slice(-3))
}

/**
 * Says something in the corner, politely. A success vanishes after 3 seconds unless told otherwise, or 10 with an action; an
 * error stays until it is closed.
 */
export const toast = {
  success: (text: string, forMs?: number, action?: ToastAction): void =>
    add('success', text, forMs ?? (action ? actionMs : successMs), action),
  error: (text: string, forMs: number | null = null): void => add('error', text, forMs),
}

export const dismissToast = (id: number): void => become(shown.filter((each) => each.id !== id))

const watchToasts = (watch: () => void): (() => void) => {
  watchers.add(watch)
  return () => watchers.delete(watch)
}
export const useToasts = (): readonly Toast[] => useSyncExternalStore(watchToasts, () => shown)

export const dismissAllToasts = (): void => become([])
