import { isTrustedAt } from '../../encryption.chain.policy.ts'
import type { SealedV2 } from '../../encryption.shapes.contract.ts'
import { type OpenedV2, openV2 } from '../crypto/envelopeV2.ts'
import { type ConversationKeys, memberIn } from './conversationKeys.ts'
import type { People } from './people.ts'
import { type Standing, UnreadableError } from './standing.ts'

/*
 * An attacker
 * - is the server, and shows a text in another person's name: the device must be trusted in the list of its person that the signed key
 *   version names, and in the newer one that the message names;
 * - has a device that was removed: what it writes names a list, and is marked where this browser knew of the removal first;
 * - is a member, and edits a message in its sender's name: the first device must be one of the sender's.
 */

export type Read = {
  said: OpenedV2
  /** The list of the sender that counted when this was written is one that this browser had pinned. */
  isProven: boolean
  /** Another device has removed the one that wrote this. */
  isFromRemoved: boolean
}

type Needs = { keys: ConversationKeys; people: People }

/** The chain of the author and the numbers of the two lists that the key version and the message name. */
const listsOf = async ({ keys, people }: Needs, author: string, sealed: SealedV2) => {
  const version = await keys.version(sealed.keyVersion)
  if (!version) throw new UnreadableError('noKey')
  const member = memberIn(version, author)
  if (version.hash !== sealed.versionHash || !member || member.head === null) throw new UnreadableError('forged')
  const { generation, number, head } = member
  const found = await people.find(author, { generation, number, head })
  if (!found) throw new UnreadableError('forged')
  const own = await people.withHead(found.chain, sealed.head)
  if (!own || own.number < number) throw new UnreadableError('forged')
  return { ...found, version, pinned: found.chain, chain: own.chain, inVersion: number, inMessage: own.number }
}

/** A message of version 2. Throws an `UnreadableError`, an `EncryptionError`, or the `CallError` of what could not be fetched. */
export const openSigned = async (needs: Needs, standing: Standing, sealed: SealedV2): Promise<Read> => {
  const { keys, people } = needs
  const { conversation, clientId, type, author, sender } = standing
  if (sealed.writtenBy !== author) throw new UnreadableError('forged')
  // Another device made a version that this browser has not loaded yet.
  if (sealed.keyVersion > (await keys.load()).keyVersion) keys.invalidate()
  const { version, chain, pinned, isProven, inVersion, inMessage } = await listsOf(needs, author, sealed)
  const { deviceId, firstDeviceId, revision } = sealed
  const device = isTrustedAt(pinned, deviceId, inVersion) ? await people.trusted(chain, deviceId, inMessage) : undefined
  const isFirst = revision === 1
  if (!device || (isFirst ? firstDeviceId !== deviceId : !(await people.isEver(sender, firstDeviceId)))) throw new UnreadableError('forged')
  const key = await keys.keyOf(sealed.keyVersion)
  if (!key) throw new UnreadableError(await keys.whyNoKey(version))
  const { writtenBy: _, ...envelope } = sealed
  const { head, keyVersion, versionHash } = sealed
  const kind = type === 'text' ? ('text' as const) : ('file' as const)
  const named = { head, deviceId, firstDeviceId, keyVersion, versionHash, revision }
  const place = { conversation, sender: author, clientId, type: kind, ...named }
  const said = await openV2({ place, sealed: envelope, key, author: device })
  const { revokedAt, revokedItself } = pinned.devices.get(deviceId) ?? { revokedAt: null, revokedItself: false }
  return { said, isProven, isFromRemoved: revokedAt !== null && !revokedItself }
}
