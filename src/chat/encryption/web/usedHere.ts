import { useSyncExternalStore } from 'react'
import { makeStore, type Store } from '#web/api/store.ts'
import type { DeviceState, Encryption } from './encryption.ts'

/**
 * Facts about a person that this browser stores so that signing out and the account menu need not ask the server. Contains no
 * secrets.
 */
export type UsedHere = {
  /** True if this browser holds, or may hold, keys of the person. */
  isUsed: boolean
  /** True if encryption must be set up again on it. */
  isOutdated: boolean
  /** The person's other devices that they have confirmed here. */
  answered: readonly string[]
}

const nothing: UsedHere = { isUsed: false, isOutdated: false, answered: [] }
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
    const { isUsed, isOutdated, answered } = JSON.parse(text ?? '{}') as Partial<UsedHere>
    return {
      isUsed: isUsed === true,
      isOutdated: isOutdated === true,
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

const holdsKeys = new Set<DeviceState>(['ready', 'outdated', 'pending', 'startedOver'])

/** Records that this browser holds keys, once it does; only wiping it removes the record. */
export const noteKeys = (userId: string, device: Store<DeviceState>): (() => void) => {
  const note = (): void => {
    const state = device.get()
    if (holdsKeys.has(state)) noteUsedHere(userId, { isUsed: true, isOutdated: state === 'outdated' })
  }
  note()
  return device.subscribe(note)
}

/** Removes the record after this browser was wiped. */
export const forgetUsedHere = (userId: string): void => {
  try {
    localStorage.removeItem(keyOf(userId))
  } catch {}
  changes.set(changes.get() + 1)
}

let ofSession: (() => Encryption) | undefined

/** Called by the code of encryption once it runs in this tab. */
export const noteRunning = (encryption: () => Encryption): void => {
  ofSession = encryption
}

/** Returns how to get the encryption of the session if its code runs in this tab. */
export const encryptionHere = (): (() => Encryption) | undefined => ofSession

/** What is recorded of a person, for components, which update when it changes. */
export const useUsedHere = (userId: string): UsedHere => parse(useSyncExternalStore(changes.subscribe, () => read(userId)))
