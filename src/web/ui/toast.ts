import { makeStore, useStore } from '../api/store.ts'

/** An action on what a toast reports, such as undo. */
export type ToastAction = {
  label: string
  onPress: () => void
  /** Replaces the previous message about the same, which could not be undone separately. */
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
  /** How long it stays (ms); by default until it is closed. */
  forMs?: number | undefined
  /** The action that failed. The message is removed when the action fails again or is `settled`. */
  of?: string | undefined
  action?: ToastAction | undefined
}

const successMs = 3_000
/** Time to read it, to think, and to get there. */
const actionMs = 10_000
let last = 0
const shown = makeStore<readonly Toast[]>([])

/** Returns the messages without what they report of an action. A message about nothing else is removed. */
const without = (of: string): readonly Toast[] =>
  shown
    .get()
    .filter((each) => each.of.length !== 1 || each.of[0] !== of)
    .map((each) => (each.of.includes(of) ? { ...each, of: each.of.filter((other) => other !== of) } : each))

const add = (toast: Omit<Toast, 'id'>): void => {
  last += 1
  // A second press of the same button must not fill the screen with the same sentence; one with a button of its own stays.
  const isSame = (each: Toast): boolean => each.text === toast.text && !each.action
  const of = [
    ...new Set([
      ...shown
        .get()
        .filter(isSame)
        .flatMap((each) => each.of),
      ...toast.of,
    ]),
  ]
  shown.set([...shown.get().filter((each) => !isSame(each)), { ...toast, of, id: last }].slice(-3))
}

/**
 * Shows a message in the corner, announced politely. A success disappears after 3 seconds by default, or 10 with an action; an
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
  /** Removes the message about the failure of an action that has succeeded since, or is no longer wanted. */
  settled: (of: string): void => shown.set(without(of)),
}

export const dismissToast = (id: number): void => shown.set(shown.get().filter((each) => each.id !== id))

export const useToasts = (): readonly Toast[] => useStore(shown)

export const dismissAllToasts = (): void => shown.set([])
