import { CannotEncryptError, type OutgoingMessage } from '#chat/conversations/web/messageEncryption.ts'
import type { ReplyV2 } from '../../encryption.lists.policy.ts'
import type { EncryptionStatus } from '../../encryption.shapes.contract.ts'
import { encryptV2 } from '../crypto/envelopeV2.ts'
import type { ConversationKeys, Version } from './conversationKeys.ts'
import { coverageOf, isCoveredBy } from './coverage.ts'
import type { Decrypter } from './decrypter.ts'
import { makeNextVersion } from './newVersion.ts'
import type { People } from './people.ts'
import type { EncryptionPorts } from './ports.ts'
import type { SentOnce } from './sentOnce.ts'
import type { ThisDevice } from './thisDevice.ts'
import { verificationOf } from './trust.ts'

type Needs = { ports: EncryptionPorts; device: ThisDevice; people: People; decrypter: Decrypter; sent: SentOnce }

/**
 * Returns the current version with its key if it may be used: it covers all current devices, is no older than versions seen
 * before, and is signed.
 */
const usable = async ({ people }: Pick<Needs, 'people'>, keys: ConversationKeys, loaded: EncryptionStatus) => {
  const { enabled, keyVersion, requiredKeyVersion } = loaded
  const remembered = await keys.remembered()
  if (!enabled || keyVersion < requiredKeyVersion || keyVersion < (remembered?.highestVersion ?? 0)) return undefined
  const version = await keys.version(keyVersion)
  if (!version || !isCoveredBy(version.header.members, await coverageOf(people, loaded, await keys.pinned()))) return undefined
  const key = await keys.keyOf(keyVersion)
  return key && { version, key }
}

/** Throws `CannotEncryptError` if this browser is not a device that may write. */
export const deviceOf = ({ device }: Pick<Needs, 'device'>) => {
  if (device.keys && device.mayWrite) return device.keys
  throw new CannotEncryptError(device.state.get() === 'unavailable' ? 'unavailable' : 'noDevice')
}

/** Returns a version that may be used now, and creates one if there is none. */
export const currentVersion = async (needs: Needs, keys: ConversationKeys): Promise<{ version: Version; key: CryptoKey }> => {
  const { device, people, ports } = needs
  await device.start()
  const by = deviceOf(needs)
  const loaded = await keys.current()
  const { wasVerified } = await verificationOf({
    people,
    me: ports.me._id,
    remembered: await keys.remembered(),
    pinned: await keys.pinned(),
    loaded,
  })
  if (keys.isContradicted) throw new CannotEncryptError('contradicted')
  if (wasVerified) throw new CannotEncryptError('devicesChanged')
  const current = await usable(needs, keys, loaded)
  if (current) return current
  const made = await makeNextVersion(needs, keys, by, async (other) => (await usable(needs, keys, other)) !== undefined)
  const now = await usable(needs, keys, made)
  if (!now) throw new CannotEncryptError('noKey')
  return now
}

/** Returns how the quoted message is identified; decrypts it first if that last happened in another session. */
const replyOf = async ({ decrypter }: Needs, { conversation, replyTo }: OutgoingMessage): Promise<ReplyV2 | null> => {
  if (!replyTo) return null
  const known = decrypter.namedBy(conversation, replyTo)
  if (known) return known.reply
  await decrypter.quoted(conversation, replyTo)
  return decrypter.namedBy(conversation, replyTo)?.reply ?? null
}

export const encryptMessage = async (needs: Needs, keys: ConversationKeys, plain: OutgoingMessage) => {
  const { version, key } = await currentVersion(needs, keys)
  const { ports, people, decrypter } = needs
  const device = deviceOf(needs)
  const own = await people.of(ports.me._id)
  if (!own) throw new CannotEncryptError('noDevice')
  const { conversation, clientId, revision, type, text, file } = plain
  const firstDeviceId = revision === 1 ? device.deviceId : (decrypter.firstDeviceOf(conversation, clientId) ?? device.deviceId)
  const { keyVersion, hash: versionHash } = version
  const place = {
    ...{ conversation, sender: ports.me._id, clientId, revision, type },
    ...{ keyVersion, versionHash, head: own.chain.head, deviceId: device.deviceId, firstDeviceId },
  }
  const { frankingKey, stream, counter } = await needs.sent.once(`${conversation} ${clientId} ${revision}`)
  const order = { stream, counter, sentAt: ports.now().getTime() }
  return encryptV2({ place, key, device, said: { text, replyTo: await replyOf(needs, plain), file }, order, frankingKey })
}
