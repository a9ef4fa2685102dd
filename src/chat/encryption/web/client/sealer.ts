import { seal } from '../crypto/envelope.ts'
import { CannotSealError, type Sealing } from '../encryption.ts'
import type { ConversationKeys, Loaded } from './conversationKeys.ts'
import { coversAll, makeNextVersion } from './newVersion.ts'
import type { EncryptionPorts } from './ports.ts'
import type { ThisDevice } from './thisDevice.ts'
import { isUnverified } from './trust.ts'

type Needs = { ports: EncryptionPorts; device: ThisDevice }

/** Whether the current version may be used: it is for all devices of now, no older than what was seen, and this browser has it. */
const isGood = async (keys: ConversationKeys, loaded: Loaded): Promise<boolean> => {
  const { enabled, keyVersion, requiredKeyVersion } = loaded
  const highest = (await keys.remembered())?.highestVersion ?? 0
  if (!enabled || keyVersion < requiredKeyVersion || keyVersion < highest || !coversAll(loaded)) return false
  return (await keys.keyOf(keyVersion)) !== undefined
}

/** Throws `CannotSealError` where this browser is no device. */
export const deviceOf = ({ device }: Pick<Needs, 'device'>) => {
  if (device.keys) return device.keys
  throw new CannotSealError(device.state.get() === 'unavailable' ? 'unavailable' : 'noDevice')
}

/** A version that may be used now, made where there is none. */
export const currentVersion = async ({ ports, device }: Needs, keys: ConversationKeys): Promise<{ keyVersion: number; key: CryptoKey }> => {
  await device.start()
  const by = deviceOf({ device })
  let loaded = await keys.load()
  if (await isUnverified(keys, loaded)) throw new CannotSealError('devicesChanged')
  if (!(await isGood(keys, loaded))) loaded = await makeNextVersion(ports, keys, by, (other) => isGood(keys, other))
  const key = await keys.keyOf(loaded.keyVersion)
  if (!key) throw new CannotSealError('noKey')
  return { keyVersion: loaded.keyVersion, key }
}

export const sealMessage = async (needs: Needs, keys: ConversationKeys, sealing: Sealing) => {
  const { keyVersion, key } = await currentVersion(needs, keys)
  const { conversation, clientId, revision, type, text, replyTo, file } = sealing
  const place = { conversation, sender: needs.ports.me._id, clientId, revision, type, keyVersion }
  return seal({ place, key, device: deviceOf(needs), said: { text, replyTo, file } })
}
