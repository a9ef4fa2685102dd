import { useSyncExternalStore } from 'react'

/** What can be done about what a toast says, such as taking it back. */
export type ToastAction = {
  label: string
  onPress: () => void
  /** Replaces the message before about the same, which could not be taken back by itself. */
  of?: string
}
export type Toast = {
  id: number
  tone: 'success' | 'error'
  text: string
  forMs: number | null
  action?: ToastAction | undefined
  /** The actions that it is about. */
  of: readonly string[]
}

type ErrorOptions = {
  /** How long it stays (ms); until it is closed where this is left out. */
  forMs?: number | undefined
  /** The action that failed. The message goes when the action fails again or is `settled`. */
  of?: string | undefined
  action?: ToastAction | undefined
}

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

/** The messages without what they say of an action. One that says nothing else is gone. */
const without = (of: string): readonly Toast[] =>
  shown
    .filter((each) => each.of.length !== 1 || each.of[0] !== of)
    .map((each) => (each.of.includes(of) ? { ...each, of: each.of.filter((other) => other !== of) } : each))

const add = (toast: Omit<Toast, 'id'>): void => {
  last += 1
  // A second press of the same button must not fill the screen with the same sentence; one with a button of its own stays.
  const isSame = (each: Toast): boolean => each.text === toast.text && !each.action
  const of = [...new Set([...shown.filter(isSame).flatMap((each) => each.of), ...toast.of])]
  become([...shown.filter((each) => !isSame(each)), { ...toast, of, id: last }].slice(-3))
}

/**
 * Says something in the corner, politely. A success vanishes after 3 seconds unless told otherwise, or 10 with an action; an
 * error stays until it is closed, or until its action succeeds.
 */
export const toast = {
  success: (text: string, forMs?: number, action?: ToastAction): void => {
    if (action?.of !== undefined) toast.settled(action.of)
    add({ tone: 'success', text, forMs: forMs ?? (action ? actionMs : successMs), action, of: action?.of === undefined ? [] : [action.of] })
  },
  error: (text: string, { forMs, of, action }: ErrorOptions = {}): void => {
    if (of !== undefined) toast.settled(of)
    add({ tone: 'error', text, forMs: forMs ?? null, action, of: of === undefined ? [] : [of] })
  },
  /** Takes back what was said of the failure of an action that has succeeded since, or is no longer wanted. */
  settled: (of: string): void => become(without(of)),
}

export const dismissToast = (id: number): void => become(shown.filter((each) => each.id !== id))

const watchToasts = (watch: () => void): (() => void) => {
  watchers.add(watch)
  return () => watchers.delete(watch)
}
export const useToasts = (): readonly Toast[] => useSyncExternalStore(watchToasts, () => shown)

export const dismissAllToasts = (): void => become([])
