import { type ReactNode, useSyncExternalStore } from 'react'

export type Question = {
  title: string
  /** Stands above the text: what must be known first. */
  first?: ReactNode
  text: string
  /** Stands below the text: what is good to know. */
  note?: string
  /** What the button that goes on says: "Delete". */
  confirm: string
  cancel?: string
  /** For what cannot be undone. */
  isDanger?: boolean
}
export type Asked = Question & { answer: (yes: boolean) => void }

let asked: Asked | null = null
const watchers = new Set<() => void>()
const become = (next: Asked | null): void => {
  asked = next
  for (const watch of watchers) watch()
}

/** Asks in our own dialog and answers whether the person wants it. */
export const confirm = (question: Question): Promise<boolean> =>
  new Promise((resolve) => {
    asked?.answer(false)
    const answer = (yes: boolean) => {
      become(null)
      resolve(yes)
    }
    become({ ...question, answer })
  })

/** Takes away the question that is open, as if it were answered with no. */
export const dismissQuestion = (): void => asked?.answer(false)

const watchAsked = (watch: () => void): (() => void) => {
  watchers.add(watch)
  return () => watchers.delete(watch)
}
export const useAsked = (): Asked | null => useSyncExternalStore(watchAsked, () => asked)
