import { call } from '#web/api/call.ts'
import { getSession, onForget, type Session } from '#web/api/session.ts'
import { deviceStorage } from './client/deviceStorage.ts'
import { makeEncryption } from './client/makeEncryption.ts'
import type { EncryptionPorts, KeptKeys } from './client/ports.ts'
import { deviceName } from './deviceName.ts'
import type { Encryption } from './encryption.ts'
import { noteKeys, noteRunning } from './usedHere.ts'

const after = (ms: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** Without persistence, a browser that runs out of space may delete the keys. */
const persist = async (): Promise<boolean> => (await globalThis.navigator?.storage?.persist?.()) ?? false

const storedChats = () => import('#chat/conversations/web/client/offline/storedCalls.ts')

/** Keeps wrapped keys beside the stored messages of a student. Staff read on shared computers. */
const keptOf = ({ token, user }: Session): EncryptionPorts['kept'] =>
  user.role === 'student'
    ? {
        read: async (id) => (await (await storedChats()).readKeys(id)) as KeptKeys | undefined,
        store: (id, parts) => {
          if (current?.device.get() === 'recovery') return
          void storedChats()
            .then(({ storeKeys }) => storeKeys(id, parts, token))
            .catch(() => undefined)
        },
      }
    : undefined

let current: Encryption | undefined
onForget(() => {
  current?.close()
  current = undefined
})

/**
 * Returns the encryption of the signed-in person, created on first use. It ends with the session; its keys stay on the device.
 */
export const encryption = (): Encryption => {
  const session = getSession()
  if (!session) throw new Error('Nobody is signed in')
  const { user } = session
  if (current) return current
  const openStorage = () => deviceStorage(user._id)
  const kept = keptOf(session)
  current = makeEncryption({ call, openStorage, me: user, deviceName, after, persist, now: () => new Date(), kept })
  noteKeys(user._id, current.device)
  return current
}

noteRunning(encryption)
