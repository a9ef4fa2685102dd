import { randomBytes, randomUUID } from 'node:crypto'
import type { Envelope } from '#chat/conversations/conversations.encryption.contract.ts'
import type { Answer } from '#server/testing/given.ts'
import type { RunningServer } from '#server/testing/program.ts'
import type { PlaintextV1 } from '../../encryption.disclosure.contract.ts'
import type { Place, Said } from '../../encryption.lists.policy.ts'
import { type Bytes, browserCrypto, type DeviceKeys, type Key, type KnownDevice } from './browserCrypto.ts'

/* People with real encryption, using the browser’s code. */

const { makeDevice, makeKey, publicDeviceOf, encryptV1With, wrapForAll } = browserCrypto

type Called = Pick<Answer, 'status' | 'body'>

/** A person who makes calls, in this process or over the network. */
export type Caller = {
  _id: string
  get: (path: string) => Promise<Called>
  post: (path: string, body?: unknown) => Promise<Called>
  put: (path: string, body?: unknown) => Promise<Called>
}

/** Signs a person in to a running server. */
export const callerOf = ({ call }: RunningServer, { _id, token }: { _id: string; token: string }): Caller => ({
  _id,
  get: (path) => call('GET', path, undefined, token),
  post: (path, body) => call('POST', path, body as object, token),
  put: (path, body) => call('PUT', path, body as object, token),
})

export type Party<P extends Caller = Caller> = { person: P; device: DeviceKeys; known: KnownDevice }

const assertStatus = ({ status, body }: Called, expected: number): Called => {
  if (status !== expected) throw new Error(`${status} instead of ${expected}: ${JSON.stringify(body)}`)
  return { status, body }
}

/** A person with their own device. */
export const partyOf = async <P extends Caller>(person: P): Promise<Party<P>> => {
  const device = await makeDevice({ extractable: false })
  const { publicKeyPem, signingKeyPem } = device
  assertStatus(await person.put('/user/encryption/public-key', { publicKeyPem, signingKeyPem, deviceName: 'Chrome' }), 200)
  return { person, device, known: await publicDeviceOf(device) }
}

/** Encrypts a conversation of these people with a first key. */
export const encryptFor = async (conversation: string, parties: readonly [Party, ...Party[]]): Promise<Key> => {
  const [{ person, device: byDevice }] = parties
  const key = await makeKey()
  const members = parties.map(({ person: { _id }, device }) => ({ userId: _id, deviceIds: [device.deviceId] }))
  const recipients = parties.map(({ known }) => known)
  const wrappedKeys = await wrapForAll({ conversation, keyVersion: 1, members, byDevice, recipients, key })
  const body = { keyVersion: 1, byDevice: byDevice.deviceId, members, wrappedKeys }
  assertStatus(await person.put(`/chat/conversations/${conversation}/encryption`, body), 200)
  return key
}

export type Written = { clientId: string; encryption: Envelope; disclosure: PlaintextV1 }
type Writing = Partial<Said & Pick<Place, 'clientId' | 'revision' | 'sender'>> & { frankingKey?: Bytes }

/** Encrypts a message: returns the envelope to send, and what a report of it discloses. */
export const write = async (author: Party, { id, key }: { id: string; key: Key }, writing: Writing): Promise<Written> => {
  const { text = '', replyTo = null, file = null, clientId = randomUUID(), revision = 1, sender = author.person._id } = writing
  const frankingKey = writing.frankingKey ?? new Uint8Array(randomBytes(32))
  const said = { text, replyTo, file }
  const place = { conversation: id, sender, clientId, revision, keyVersion: 1, type: file ? ('file' as const) : ('text' as const) }
  const encryption = await encryptV1With({ iv: new Uint8Array(randomBytes(12)), frankingKey }, { place, key, device: author.device, said })
  return { clientId, encryption, disclosure: { ...said, frankingKey: Buffer.from(frankingKey).toString('base64') } }
}

/** Sends it; returns the message. */
export const sendWritten = async (author: Party, id: string, { clientId, encryption, disclosure: { replyTo } }: Written) =>
  assertStatus(await author.person.post(`/chat/conversations/${id}/messages`, { content: null, clientId, replyTo, encryption }), 201).body

/** Encrypts and sends. */
export const tell = async (author: Party, chat: { id: string; key: Key }, writing: Writing) => {
  const written = await write(author, chat, writing)
  return { ...written, message: await sendWritten(author, chat.id, written) }
}
