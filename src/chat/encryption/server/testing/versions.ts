import { randomBytes, randomUUID } from 'node:crypto'
import type { EnvelopeV2 } from '#chat/conversations/conversations.encryption.contract.ts'
import type { SignedInPerson } from '#server/testing/given.ts'
import type { Disclosure, PlaintextV2 } from '../../encryption.disclosure.contract.ts'
import type { FrankedPlaceV2, ReplyV2, SaidV2 } from '../../encryption.lists.policy.ts'
import type { VersionHeader, WrappedKey } from '../../encryption.shapes.contract.ts'
import { browserCrypto, type DeviceKeys, type Key, type KnownDevice } from './browserCrypto.ts'
import type { Listed } from './chains.ts'

/* Key versions with signed headers, and messages under them, created with the browser’s code. */

type KeyPlace = { conversation: string; keyVersion: number }
type UnsignedHeader = Omit<VersionHeader, 'signature'>
type PlaceV2 = FrankedPlaceV2 & { head: string; deviceId: string; keyVersion: number; versionHash: string }
type Order = Pick<PlaintextV2, 'stream' | 'counter' | 'sentAt'>

type VersionCrypto = {
  versionHash: (place: KeyPlace, header: UnsignedHeader) => Promise<string>
  signHeader: (place: KeyPlace, header: UnsignedHeader, byDevice: DeviceKeys) => Promise<VersionHeader>
  keyHashOf: (place: KeyPlace, key: Key) => Promise<string>
  wrapForHeader: (
    version: KeyPlace & {
      hash: string
      members: VersionHeader['members']
      byDevice: DeviceKeys
      recipients: readonly KnownDevice[]
      key: Key
    },
  ) => Promise<WrappedKey[]>
  unwrapWithHeader: (
    wrap: KeyPlace & {
      hash: string
      keyHash: string
      device: DeviceKeys
      wrappedKey: string
      signature: string
      by: KnownDevice
      extractable: boolean
    },
  ) => Promise<Key>
  encryptV2: (plain: {
    place: PlaceV2
    key: Key
    device: DeviceKeys
    said: SaidV2
    order: Order
    frankingKey?: string
  }) => Promise<EnvelopeV2>
}

const load = (name: string): Promise<object> => import(new URL(`../../web/crypto/${name}.ts`, import.meta.url).href)
const { versionHash, signHeader, keyHashOf, wrapForHeader, unwrapWithHeader, encryptV2 } = Object.assign(
  {},
  await load('keyVersion'),
  await load('envelopeV2'),
) as VersionCrypto

export { encryptV2, keyHashOf, signHeader, unwrapWithHeader, versionHash, wrapForHeader }

export const membersOf = (people: readonly Listed[]): VersionHeader['members'] =>
  people
    .map(({ person, device, recovery, chain: { generation, number, head } }) => ({
      userId: person._id,
      generation,
      number,
      head,
      deviceIds: [device.deviceId, recovery.deviceId].toSorted(),
    }))
    .toSorted((one, other) => (one.userId < other.userId ? -1 : 1))

/**
 * Returns the body that stores a version created by the first of these people; `change` is applied to the header before it is
 * signed.
 */
export const versionFor = async (place: KeyPlace, people: readonly [Listed, ...Listed[]], change: Partial<UnsignedHeader> = {}) => {
  const [{ person, device }] = people
  const key = await browserCrypto.makeKey()
  const unsigned: UnsignedHeader = {
    v: 2,
    kind: 'private',
    previous: null,
    encryptedFrom: 1,
    keyHash: await keyHashOf(place, key),
    members: membersOf(people),
    byUser: person._id,
    byDevice: device.deviceId,
    ...change,
  }
  const header = await signHeader(place, unsigned, device)
  const hash = await versionHash(place, header)
  // Tests change the members of the header, and the server checks the wraps.
  const named = membersOf(people)
  const recipients = people.flatMap(({ known, knownRecovery }) => [known, knownRecovery])
  const wrappedKeys = await wrapForHeader({ ...place, hash, members: named, byDevice: device, recipients, key })
  return { body: { keyVersion: place.keyVersion, byDevice: device.deviceId, header, wrappedKeys }, header, hash, key }
}

export type ChatV2 = { id: string; keyVersion: number; hash: string; key: Key }

type Writing = Partial<Omit<SaidV2, 'replyTo'> & Pick<PlaceV2, 'clientId' | 'revision' | 'firstDeviceId'>> & { replyTo?: ReplyV2 | null }

let counter = 0

/** Encrypts a version 2 message: returns the envelope to send, and what a report of it discloses. */
export const writeV2 = async ({ person, device, chain }: Listed, { id, keyVersion, hash, key }: ChatV2, writing: Writing) => {
  const { text = '', replyTo = null, file = null, clientId = randomUUID(), revision = 1, firstDeviceId = device.deviceId } = writing
  const said = { text, replyTo, file }
  const frankingKey = randomBytes(32).toString('base64')
  const type = file ? ('file' as const) : ('text' as const)
  const named = { head: chain.head, deviceId: device.deviceId, firstDeviceId, keyVersion, versionHash: hash }
  const place: PlaceV2 = { conversation: id, sender: person._id, clientId, revision, type, ...named }
  counter++
  const order = { stream: Buffer.alloc(16).toString('base64'), counter, sentAt: Date.now() }
  const encryption = await encryptV2({ place, key, device, said, order, frankingKey })
  const disclosure: Disclosure = { ...said, frankingKey }
  return { clientId, encryption, disclosure }
}

export const sendV2 = (
  person: SignedInPerson,
  id: string,
  { clientId, encryption }: { clientId: string; encryption: object },
  replyTo: string | null = null,
) => person.post(`/chat/conversations/${id}/messages`, { content: null, clientId, replyTo, encryption })
