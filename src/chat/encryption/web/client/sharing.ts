import { encryptionApi } from '../../encryption.contract.ts'
import type { WrappedKey } from '../../encryption.shapes.contract.ts'
import { shareWith } from '../crypto/conversationKey.ts'
import type { DeviceKeys, KnownDevice } from '../crypto/device.ts'
import { shareWithHeader } from '../crypto/keyVersion.ts'
import type { ConversationKeys } from './conversationKeys.ts'
import { deviceOf } from './encryptMessage.ts'
import type { EncryptionPorts } from './ports.ts'
import type { Session } from './session.ts'

/** Number of keys per call; each is about 600 bytes. */
const atOnce = 100

type Missing = { conversation: string; keyVersions: number[] }

/** Returns all keys that one own device has and another does not. */
const missingKeys = async ({ call }: EncryptionPorts, from: string, to: string): Promise<Missing[]> => {
  const all: Missing[] = []
  for (let cursor: string | undefined; ; ) {
    const { items, nextCursor } = await call(encryptionApi.unshared, { params: { id: to }, query: { from, ...(cursor && { cursor }) } })
    all.push(...items)
    if (nextCursor === null || items.length === 0) return all
    cursor = nextCursor
  }
}

type Sharing = {
  ports: EncryptionPorts
  keysOf: (conversation: string) => ConversationKeys
  from: DeviceKeys
  to: KnownDevice
  onProgress: (done: number, total: number) => void
}

/** Returns one key wrapped for the other device; undefined if this one cannot open it. */
const shareOne = async ({ keysOf, from, to }: Sharing, conversation: string, keyVersion: number): Promise<WrappedKey | undefined> => {
  const keys = keysOf(conversation)
  const key = await keys.sharableKeyOf(keyVersion)
  if (!key) return undefined
  const version = await keys.version(keyVersion)
  const share = { conversation, keyVersion, key, byDevice: from, recipient: to }
  return version ? shareWithHeader({ ...share, hash: version.hash }) : shareWith(share)
}

/** Shares every key that this device can open with another device of the same person. */
export const shareAll = async (sharing: Sharing): Promise<void> => {
  const { ports, from, to, onProgress } = sharing
  const missing = await missingKeys(ports, from.deviceId, to.deviceId)
  let done = 0
  for (const { conversation, keyVersions } of missing) {
    // Another person may have made the newest version, and this browser may not have been notified of it yet.
    sharing.keysOf(conversation).invalidate()
    for (let at = 0; at < keyVersions.length; at += atOnce) {
      const shares = []
      for (const keyVersion of keyVersions.slice(at, at + atOnce)) {
        const share = await shareOne(sharing, conversation, keyVersion)
        if (share) shares.push({ conversation, keyVersion, ...share })
      }
      const body = { byDevice: from.deviceId, keys: shares }
      if (shares.length > 0) await ports.call(encryptionApi.shareKeys, { params: { id: to.deviceId }, body })
    }
    onProgress(++done, missing.length)
  }
}

/** Does the same from this browser. */
export const share = (session: Session, to: KnownDevice, onProgress: (done: number, total: number) => void = () => {}): Promise<void> =>
  shareAll({ ports: session.ports, keysOf: (id) => session.keysOf(id), from: deviceOf(session), to, onProgress })
