import { encryptionApi } from '../../encryption.contract.ts'
import { shareWith } from '../crypto/conversationKey.ts'
import type { DeviceKeys, KnownDevice } from '../crypto/device.ts'
import type { ConversationKeys } from './conversationKeys.ts'
import type { EncryptionPorts } from './ports.ts'

/** Keys that one call carries; each is about 600 bytes. */
const atOnce = 100

type Missing = { conversation: string; keyVersions: number[] }

/** All keys that one own device has and another does not. */
const missingKeys = async ({ call }: EncryptionPorts, from: string, to: string): Promise<Missing[]> => {
  const all: Missing[] = []
  for (let cursor: string | undefined; ; ) {
    const { items, nextCursor } = await call(encryptionApi.unshared, { params: { id: to }, query: { from, ...(cursor && { cursor }) } })
    all.push(...items)
    if (nextCursor === null) return all
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

/** Gives another device of the same person every key that this one can open. What it cannot open itself stays where it is. */
export const shareAll = async ({ ports, keysOf, from, to, onProgress }: Sharing): Promise<void> => {
  const missing = await missingKeys(ports, from.deviceId, to.deviceId)
  let done = 0
  for (const { conversation, keyVersions } of missing) {
    for (let at = 0; at < keyVersions.length; at += atOnce) {
      const shares = []
      for (const keyVersion of keyVersions.slice(at, at + atOnce)) {
        const key = await keysOf(conversation).sharableKeyOf(keyVersion)
        if (key)
          shares.push({ conversation, keyVersion, ...(await shareWith({ conversation, keyVersion, key, byDevice: from, recipient: to })) })
      }
      const body = { byDevice: from.deviceId, keys: shares }
      if (shares.length > 0) await ports.call(encryptionApi.shareKeys, { params: { id: to.deviceId }, body })
    }
    onProgress(++done, missing.length)
  }
}
