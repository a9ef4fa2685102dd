import { randomUUID } from 'node:crypto'
import type { Message } from '#chat/conversations/conversations.shapes.contract.ts'
import { type Chain, listBody, listHash } from '../../../encryption.chain.policy.ts'
import { encryptionApi } from '../../../encryption.contract.ts'
import type { EncryptionStatus, PublicDevice, SignedList } from '../../../encryption.shapes.contract.ts'
import { nodePrimitives } from '../../encryption.primitives.ts'
import { browserCrypto, type DeviceKeys, type Key } from '../browserCrypto.ts'
import { consenting, makeFirstList, makeNextList, newDevice, verifyChain } from '../chains.ts'
import { encryptV2, keyHashOf, signHeader, versionHash, wrapForHeader } from '../versions.ts'
import type { Ghost } from './ghost.ts'
import type { Scene } from './hall.ts'
import { type Plan, sourceOf } from './liar.ts'
import { bookBy } from './signing.ts'

/* Forgeries by a server that has its own key pair, or a stolen device. */

const { makeKey, membersHash, publicDeviceOf } = browserCrypto

/** The names the server gives to its own device. */
export const namedAs = (device: DeviceKeys, userId: string): PublicDevice => {
  const { deviceId, publicKeyPem, signingKeyPem } = device
  return { deviceId, userId, kind: 'browser', publicKeyPem, signingKeyPem, createdAt: new Date(0).toISOString(), revokedAt: null }
}

/** A conversation key created by, and therefore known to, the liar. */
export type ForgedVersion = {
  key: Key
  raw: Buffer
  keyVersion: number
  hash: string
  rewrite: (status: EncryptionStatus) => EncryptionStatus
}

/** `byUser` is the person in whose name the device creates it, replacing another member if it is not one. */
type Forging = {
  conversation: string
  byDevice: DeviceKeys
  byUser: string
  /** The person’s list named by the version; by default the previous member’s. */
  at?: Pick<Chain, 'generation' | 'number' | 'head'>
  status: EncryptionStatus
  victim: string
}

const membersWith = ({ status, byUser, byDevice, at }: Forging) => {
  const before = status.header?.members ?? []
  const isMember = before.some(({ userId }) => userId === byUser)
  const replaced = isMember ? byUser : before.find(({ userId }) => userId !== status.header?.byUser)?.userId
  return before
    .map((member) =>
      member.userId === replaced
        ? { ...member, ...at, userId: byUser, deviceIds: [...new Set([...member.deviceIds, byDevice.deviceId])].toSorted() }
        : member,
    )
    .toSorted((one, other) => (one.userId < other.userId ? -1 : 1))
}

/**
 * Returns the next version of a key, created by the liar’s device for all honest devices. `rewrite` presents it as the current
 * one.
 */
export const forgeVersion = async (forging: Forging): Promise<ForgedVersion> => {
  const { conversation, byDevice, byUser, status, victim } = forging
  if (!status.header) throw new Error('The version has no header')
  const { signature: _, ...rest } = status.header
  const key = await makeKey()
  const keyVersion = status.keyVersion + 1
  const place = { conversation, keyVersion }
  const members = membersWith(forging)
  const chosen = { members, keyHash: await keyHashOf(place, key), byUser, byDevice: byDevice.deviceId, previous: status.versionHash }
  const header = await signHeader(place, { ...rest, ...chosen }, byDevice)
  const hash = await versionHash(place, header)
  const named = new Set(members.flatMap(({ deviceIds }) => deviceIds))
  const recipients = await Promise.all(status.devices.filter(({ deviceId }) => named.has(deviceId)).map(publicDeviceOf))
  const wraps = await wrapForHeader({ ...place, hash, members, byDevice, recipients, key })
  const own = wraps.find(({ deviceId }) => deviceId === victim)
  if (!own) throw new Error('The victim is no device of a member')
  const { wrappedKey, signature, sharedBy } = status
  const before =
    wrappedKey === null || signature === null
      ? []
      : [
          {
            ...{ keyVersion: status.keyVersion, wrappedKey, signature, byDevice: status.byDevice, sharedBy },
            membersHash: await membersHash(status.members),
          },
        ]
  const rewrite = (now: EncryptionStatus): EncryptionStatus => ({
    ...now,
    ...{ keyVersion, requiredKeyVersion: keyVersion, wrappedKey: own.wrappedKey, signature: own.signature, sharedBy: null },
    ...{ byDevice: byDevice.deviceId, header, versionHash: hash, previous: [...before, ...now.previous] },
    members: members.map(({ userId, deviceIds }) => ({ userId, deviceIds })),
  })
  return { key, raw: Buffer.from(await crypto.subtle.exportKey('raw', key)), keyVersion, hash, rewrite }
}

type Version = Pick<ForgedVersion, 'key' | 'keyVersion' | 'hash'>
type Writing = Version & {
  like: Message
  device: DeviceKeys
  head: string
  text: string
  seq: number
  editOf?: Message
  isSameRevision?: boolean
}

/** Returns a message that a device of the liar has written in a person’s name, or its edit of one that a stolen device wrote. */
export const forgeMessage = async (writing: Writing): Promise<Message> => {
  const { like, device, key, keyVersion, hash, head, text, seq, editOf, isSameRevision = false } = writing
  const clientId = editOf?.clientId ?? randomUUID()
  const revision = (editOf?.encryption?.revision ?? 0) + (isSameRevision ? 0 : 1)
  const { deviceId } = device
  const named = { head, deviceId, firstDeviceId: editOf?.encryption?.firstDeviceId ?? deviceId, keyVersion, versionHash: hash }
  const place = { conversation: like.conversation, sender: like.sender._id, clientId, revision, type: 'text' as const, ...named }
  const order = { stream: Buffer.alloc(16, 7).toString('base64'), counter: 1, sentAt: Date.parse(like.createdAt) }
  const envelope = await encryptV2({ place, key, device, said: { text, replyTo: null, file: null }, order })
  const { marks: _, unreadable: __, claimedAt: ___, ...bare } = like
  const isEdited = revision > 1
  return {
    ...bare,
    ...{ _id: editOf?._id ?? randomUUID(), clientId, seq, change: 0, content: null, replyTo: null },
    encryption: { ...envelope, writtenBy: like.sender._id },
    ...{ isEdited, editedAt: isEdited ? like.createdAt : null },
  }
}

/** Returns the server’s response to one person about the encryption of a conversation, for one device. */
export const honestStatus = async (
  { people }: Scene,
  who: 'asha' | 'binod',
  conversation: string,
  device: string,
): Promise<EncryptionStatus> => (await people[who].get(`/chat/conversations/${conversation}/encryption?device=${device}`)).body

/** Returns the lists of a person on the server. */
export const listsOf = async ({ people }: Scene, userId: string): Promise<SignedList[]> =>
  (await people.asha.get(`/user/encryption/people/${userId}/lists`)).body.items

/** Returns a forged chain in a person’s name that adds a browser as soon as it consents. */
export const forgeChainFor = async (userId: string) => {
  const [device, recovery] = await Promise.all([newDevice(), newDevice()])
  const first = await makeFirstList({ userId, generation: 0, device, recovery })
  const chain = await verifyChain([first])
  const adding = async ({ publicKeyPem, signingKeyPem, consent }: RegisteredDevice) => {
    const { deviceId } = await publicDeviceOf({ publicKeyPem, signingKeyPem })
    const added = { deviceId, kind: 'browser' as const, publicKeyPem, signingKeyPem, consent: consent?.signature ?? null }
    return [first, await makeNextList(chain, { by: [device], added: [added] })]
  }
  return { lists: [first], adding }
}
type RegisteredDevice = { publicKeyPem: string; signingKeyPem: string; consent?: { signature: string } }

/** Returns a forged chain in a person’s name. */
export const forgeChain = async (userId: string, generation: number): Promise<SignedList[]> => {
  const [device, recovery] = await Promise.all([newDevice(), newDevice()])
  return [await makeFirstList({ userId, generation, device, recovery })]
}

/** Returns the list after these that adds a device, with its hash; the signer need not be trusted any more. */
export const forgeList = async (
  by: DeviceKeys,
  lists: readonly SignedList[],
  added: DeviceKeys,
): Promise<{ list: SignedList; head: string }> => {
  const chain = await verifyChain(lists)
  const { userId, generation, number, head: previous } = chain
  const { deviceId } = by
  const unsigned = {
    v: 1 as const,
    userId,
    generation,
    number: number + 1,
    previous,
    merged: null,
    added: [await consenting(chain, added)],
    revoked: [],
  }
  const body = listBody(nodePrimitives, { ...unsigned, signatures: [{ deviceId }] })
  const list = { ...unsigned, signatures: [{ deviceId, signature: await browserCrypto.sign(by, new Uint8Array(body)) }] }
  return { list, head: await listHash(nodePrimitives, list) }
}

/** Makes the server return these lists as a person’s, and their devices as the current ones, everywhere. */
export const answeringChain = async (lists: readonly SignedList[], claimed?: string): Promise<Required<Plan>> => {
  const [first] = lists
  if (!first) throw new Error('A chain has a list')
  const { userId, generation } = first
  const newest = { userId, generation, number: lists.length - 1, head: claimed ?? (await verifyChain(lists)).head }
  const revoked = new Set(lists.flatMap((list) => list.revoked))
  const added = lists.flatMap((list) => list.added).filter(({ deviceId }) => !revoked.has(deviceId))
  const devices = added.map(({ consent: _, ...device }) => ({ ...device, userId, createdAt: new Date(0).toISOString(), revokedAt: null }))
  const without = <T extends { userId: string }>(all: readonly T[]) => all.filter((one) => one.userId !== userId)
  return {
    instead: ({ endpoint, params, query }) => {
      if (endpoint !== encryptionApi.lists || params.id !== userId) return undefined
      const after = query.after === undefined ? -1 : Number(query.after)
      return { generation, items: lists.filter(({ number }) => number > after), nextCursor: null }
    },
    rewrite: (source, answer) =>
      source === sourceOf(encryptionApi.status)
        ? { ...answer, heads: [...without<ListOwner>(answer.heads), newest], devices: [...without<ListOwner>(answer.devices), ...devices] }
        : undefined,
  }
}

type ListOwner = { userId: string }

/** Makes the server return the trust book as if its own device had written it. */
export const bookInPlan = (ghost: Ghost, userId: string): Plan => ({
  rewrite: (source, answer) =>
    source === sourceOf(encryptionApi.trustBook) && answer !== null ? bookBy(ghost, userId, answer) : undefined,
})
