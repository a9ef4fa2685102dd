import { useSyncExternalStore } from 'react'
import { makeStore } from '#web/api/store.ts'

/** What this browser remembers of a person, so that signing out and the account menu need not ask anybody. No secret. */
export type UsedHere = {
  /** This browser is one of the person's devices, and there was an encrypted chat. */
  isUsed: boolean
  /** A recovery code was there when somebody last looked. */
  hasCode: boolean
  /** The person has put off making one. */
  isPutOff: boolean
  /** The person's other devices of which they have said here whether they are theirs. */
  answered: readonly string[]
}

const nothing: UsedHere = { isUsed: false, hasCode: false, isPutOff: false, answered: [] }
const keyOf = (userId: string): string => `encryption-${userId}`
const changes = makeStore(0)

const read = (userId: string): string | null => {
  try {
    return localStorage.getItem(keyOf(userId))
  } catch {
    return null
  }
}

const parse = (text: string | null): UsedHere => {
  try {
    const { isUsed, hasCode, isPutOff, answered } = JSON.parse(text ?? '{}') as Partial<UsedHere>
    return {
      isUsed: isUsed === true,
      hasCode: hasCode === true,
      isPutOff: isPutOff === true,
      answered: Array.isArray(answered) ? answered.filter((each) => typeof each === 'string') : [],
    }
  } catch {
    return nothing
  }
}

export const usedHere = (userId: string): UsedHere => parse(read(userId))

export const noteUsedHere = (userId: string, known: Partial<UsedHere>): void => {
  const before = read(userId)
  const after = JSON.stringify({ ...parse(before), ...known })
  if (after === before) return
  try {
    localStorage.setItem(keyOf(userId), after)
  } catch {}
  changes.set(changes.get() + 1)
}

export const noteAnswered = (userId: string, deviceId: string): void =>
  noteUsedHere(userId, { answered: [...new Set([...usedHere(userId).answered, deviceId])] })

/** This browser was wiped. */
export const forgetUsedHere = (userId: string): void => {
  try {
    localStorage.removeItem(keyOf(userId))
  } catch {}
  changes.set(changes.get() + 1)
}

/** The same for components, which follow it. */
export const useUsedHere = (userId: string): UsedHere => parse(useSyncExternalStore(changes.subscribe, () => read(userId)))
