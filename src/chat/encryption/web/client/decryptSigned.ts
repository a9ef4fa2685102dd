import type { EncryptedRevisionV2 } from '#chat/conversations/conversations.encryption.contract.ts'
import { isTrustedAt } from '../../encryption.chain.policy.ts'
import { decryptV2, type OpenedV2 } from '../crypto/envelopeV2.ts'
import { type ConversationKeys, memberIn } from './conversationKeys.ts'
import type { People } from './people.ts'
import { type Standing, UnreadableError } from './standing.ts'

/*
 * An attacker
 * - is the server, and shows a text in another person's name: the device must be trusted in its person's list that the signed key
 *   version names, and in the newer one that the message names;
 * - has a device that was removed, or one of a person who has started over since: its messages name a list, and are marked if
 *   this browser knew about the change first;
 * - is a member, and edits a message in its sender's name: the first device must be one of the sender's.
 */

export type Read = {
  said: OpenedV2
  /** True if this browser had pinned the sender's lists of that time, those of the first revision included. */
  isProven: boolean
  /** True if another device has removed the writing device, or its person has started over since. */
  isFromRemoved: boolean
}

type Needs = { keys: ConversationKeys; people: People }

/** Returns the author's chain and the numbers of the two lists named by the key version and by the message. */
const listsOf = async ({ keys, people }: Needs, author: string, encrypted: EncryptedRevisionV2) => {
  const version = await keys.version(encrypted.keyVersion)
  if (!version) throw new UnreadableError('noKey')
  const member = memberIn(version, author)
  if (version.hash !== encrypted.versionHash || !member || member.head === null) throw new UnreadableError('forged')
  const { generation, number, head } = member
  const found = await people.find(author, { generation, number, head })
  // A later chain of the author that this browser has not pinned: one's own, created in another browser.
  if (!found) throw new UnreadableError(generation > ((await people.of(author))?.chain.generation ?? generation) ? 'noKey' : 'forged')
  const own = await people.withHead(found.chain, encrypted.head)
  if (!own || own.number < number) throw new UnreadableError('forged')
  return { ...found, version, pinned: found.chain, chain: own.chain, inVersion: number, inMessage: own.number }
}

/** Decrypts a version 2 message. Throws an `UnreadableError`, an `EncryptionError`, or the `CallError` of a failed fetch. */
export const decryptSigned = async (needs: Needs, standing: Standing, encrypted: EncryptedRevisionV2): Promise<Read> => {
  const { keys, people } = needs
  const { conversation, clientId, type, author, sender } = standing
  if (encrypted.writtenBy !== author) throw new UnreadableError('forged')
  // Another device has created a version that this browser has not loaded yet.
  if (encrypted.keyVersion > (await keys.load()).keyVersion) keys.invalidate()
  const { version, chain, pinned, isProven, isEarlier, inVersion, inMessage } = await listsOf(needs, author, encrypted)
  const { deviceId, firstDeviceId, revision } = encrypted
  const device = isTrustedAt(pinned, deviceId, inVersion) ? await people.trusted(chain, deviceId, inMessage) : undefined
  const isFirst = revision === 1
  if (!device || (isFirst && firstDeviceId !== deviceId)) throw new UnreadableError('forged')
  const isProvenFirst = isFirst || (await people.isProvenDevice(sender, firstDeviceId))
  if (isProvenFirst === undefined) throw new UnreadableError('forged')
  const key = await keys.keyOf(encrypted.keyVersion)
  if (!key) throw new UnreadableError(await keys.whyNoKey(version))
  const { writtenBy: _, ...envelope } = encrypted
  const { head, keyVersion, versionHash } = encrypted
  const kind = type === 'text' ? ('text' as const) : ('file' as const)
  const named = { head, deviceId, firstDeviceId, keyVersion, versionHash, revision }
  const place = { conversation, sender: author, clientId, type: kind, ...named }
  const said = await decryptV2({ place, encrypted: envelope, key, author: device })
  const { revokedAt, revokedItself } = pinned.devices.get(deviceId) ?? { revokedAt: null, revokedItself: false }
  return { said, isProven: isProven && isProvenFirst, isFromRemoved: isEarlier || (revokedAt !== null && !revokedItself) }
}
