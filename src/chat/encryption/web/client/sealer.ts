import type { ReplyV2 } from '../../encryption.lists.policy.ts'
import type { EncryptionStatus } from '../../encryption.shapes.contract.ts'
import { sealV2 } from '../crypto/envelopeV2.ts'
import { CannotSealError, type Sealing } from '../encryption.ts'
import type { ConversationKeys, Version } from './conversationKeys.ts'
import { coverageOf, isCoveredBy } from './coverage.ts'
import { makeNextVersion } from './newVersion.ts'
import type { Opener } from './opener.ts'
import type { People } from './people.ts'
import type { EncryptionPorts } from './ports.ts'
import type { SentOnce } from './sentOnce.ts'
import type { ThisDevice } from './thisDevice.ts'
import { verificationOf } from './trust.ts'

type Needs = { ports: EncryptionPorts; device: ThisDevice; people: People; opener: Opener; sent: SentOnce }

/** The current version with its key, where it may be used: it is for all devices of now, no older than what was seen, and signed. */
const usable = async ({ people }: Pick<Needs, 'people'>, keys: ConversationKeys, loaded: EncryptionStatus) => {
  const { enabled, keyVersion, requiredKeyVersion } = loaded
  const remembered = await keys.remembered()
  if (!enabled || keyVersion < requiredKeyVersion || keyVersion < (remembered?.highestVersion ?? 0)) return undefined
  const version = await keys.version(keyVersion)
  if (!version || !isCoveredBy(version.header.members, await coverageOf(people, loaded, await keys.pinned()))) return undefined
  const key = await keys.keyOf(keyVersion)
  return key && { version, key }
}

/** Throws `CannotSealError` where this browser is no device that may write. */
export const deviceOf = ({ device }: Pick<Needs, 'device'>) => {
  if (device.keys && device.mayWrite) return device.keys
  throw new CannotSealError(device.state.get() === 'unavailable' ? 'unavailable' : 'noDevice')
}

/** A version that may be used now, made where there is none. */
export const currentVersion = async (needs: Needs, keys: ConversationKeys): Promise<{ version: Version; key: CryptoKey }> => {
  const { device, people, ports } = needs
  await device.start()
  const by = deviceOf(needs)
  const loaded = await keys.load()
  const { wasVerified } = await verificationOf({
    people,
    me: ports.me._id,
    remembered: await keys.remembered(),
    pinned: await keys.pinned(),
    loaded,
  })
  if (keys.isContradicted) throw new CannotSealError('contradicted')
  if (wasVerified) throw new CannotSealError('devicesChanged')
  const current = await usable(needs, keys, loaded)
  if (current) return current
  const made = await makeNextVersion(needs, keys, by, async (other) => (await usable(needs, keys, other)) !== undefined)
  const now = await usable(needs, keys, made)
  if (!now) throw new CannotSealError('noKey')
  return now
}

/** How the quoted message is named; it is opened first where that was in another session. */
const replyOf = async ({ opener }: Needs, { conversation, replyTo }: Sealing): Promise<ReplyV2 | null> => {
  if (!replyTo) return null
  const known = opener.namedBy(conversation, replyTo)
  if (known) return known.reply
  await opener.quoted(conversation, replyTo)
  return opener.namedBy(conversation, replyTo)?.reply ?? null
}

export const sealMessage = async (needs: Needs, keys: ConversationKeys, sealing: Sealing) => {
  const { version, key } = await currentVersion(needs, keys)
  const { ports, people, opener } = needs
  const device = deviceOf(needs)
  const own = await people.of(ports.me._id)
  if (!own) throw new CannotSealError('noDevice')
  const { conversation, clientId, revision, type, text, file } = sealing
  const firstDeviceId = revision === 1 ? device.deviceId : (opener.firstDeviceOf(conversation, clientId) ?? device.deviceId)
  const { keyVersion, hash: versionHash } = version
  const place = {
    ...{ conversation, sender: ports.me._id, clientId, revision, type },
    ...{ keyVersion, versionHash, head: own.chain.head, deviceId: device.deviceId, firstDeviceId },
  }
  const { frankingKey, stream, counter } = await needs.sent.once(`${conversation} ${clientId} ${revision}`)
  const order = { stream, counter, sentAt: ports.now().getTime() }
  return sealV2({ place, key, device, said: { text, replyTo: await replyOf(needs, sealing), file }, order, frankingKey })
}
