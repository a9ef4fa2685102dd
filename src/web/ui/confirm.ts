import type { ReactNode } from 'react'
import { makeStore, useStore } from '../api/store.ts'

export type Question = {
  title: string
  /** Above the text: what must be known first. */
  first?: ReactNode
  text: string
  /** Below the text: what is good to know. */
  note?: string
  /** The text of the button that continues: "Delete". */
  confirm: string
  cancel?: string
  /** For irreversible actions. */
  isDanger?: boolean
}
export type Asked = Question & { answer: (yes: boolean) => void }

const asked = makeStore<Asked | null>(null)

/** Asks in our own dialog; resolves with whether the person agreed. */
export const confirm = (question: Question): Promise<boolean> =>
  new Promise((resolve) => {
    dismissQuestion()
    const answer = (yes: boolean) => {
      asked.set(null)
      resolve(yes)
    }
    asked.set({ ...question, answer })
  })

/** Closes the open question, as if it were answered with no. */
export const dismissQuestion = (): void => asked.get()?.answer(false)

export const useAsked = (): Asked | null => useStore(asked)
