import { call } from '#web/api/call.ts'
import { getSession, onForget } from '#web/api/session.ts'
import { deviceStorage } from './client/deviceStorage.ts'
import { makeEncryption } from './client/makeEncryption.ts'
import { deviceName } from './deviceName.ts'
import type { Encryption } from './encryption.ts'

const after = (ms: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

let current: Encryption | undefined
onForget(() => {
  current?.close()
  current = undefined
})

/** The encryption of whoever is signed in, made when it is first asked for. It ends with the session, and its keys stay on the device. */
export const encryption = (): Encryption => {
  const session = getSession()
  if (!session) throw new Error('Nobody is signed in')
  const { user } = session
  current ??= makeEncryption({ call, openStorage: () => deviceStorage(user._id), me: user, deviceName, after })
  return current
}
