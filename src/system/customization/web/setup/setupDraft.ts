import { useRef, useState } from 'react'
import { getSession } from '#web/api/session.ts'

export const setupSteps = ['name', 'look', 'seats', 'fee'] as const
export type SetupStep = (typeof setupSteps)[number]

const fields = ['systemName', 'themeId', 'seats', 'monthlyFee', 'upiId', 'address'] as const
export type SetupField = (typeof fields)[number]

/** Entered but unsaved values, the saved steps, and the open step. */
export type SetupDraft = { [F in SetupField]?: string } & { saved?: readonly SetupStep[]; step?: SetupStep }

const isStep = (value: unknown): value is SetupStep => setupSteps.some((step) => step === value)

/** Separate for each person on this device: it survives a reload and a sign-out. */
const key = (): string => `setup steps ${getSession()?.user._id ?? ''}`

const draftFrom = (value: unknown): SetupDraft => {
  const stored = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  const texts = fields.flatMap((field) => (typeof stored[field] === 'string' ? [[field, stored[field]]] : []))
  return {
    ...Object.fromEntries(texts),
    ...(Array.isArray(stored.saved) && { saved: stored.saved.filter(isStep) }),
    ...(isStep(stored.step) && { step: stored.step }),
  }
}

const readDraft = (): SetupDraft => {
  try {
    return draftFrom(JSON.parse(window.localStorage.getItem(key()) ?? '{}'))
  } catch {
    return {}
  }
}

const store = (draft: SetupDraft): void => {
  try {
    window.localStorage.setItem(key(), JSON.stringify(draft))
  } catch {
    // Storage can be disabled; the draft then lasts until the page is closed.
  }
}

/** The draft, written to storage on every change. */
export const useSetupDraft = () => {
  const [draft, setDraft] = useState(readDraft)
  // Two changes can occur before the next render.
  const latest = useRef(draft)
  const write = (next: SetupDraft) => {
    latest.current = next
    store(next)
    setDraft(next)
  }
  return {
    draft,
    keep: (change: SetupDraft) => write({ ...latest.current, ...change }),
    /** Marks a step as saved: its fields come from the server from now on. */
    saved: (step: SetupStep, names: readonly SetupField[]) => {
      const rest = Object.entries(latest.current).filter(([name]) => !names.some((each) => each === name))
      write({ ...Object.fromEntries(rest), saved: [...new Set([...(latest.current.saved ?? []), step])] })
    },
  }
}
export type DraftState = ReturnType<typeof useSetupDraft>
