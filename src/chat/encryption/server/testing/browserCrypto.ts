import type { webcrypto } from 'node:crypto'
import type { EncryptedFile, Envelope } from '#chat/conversations/conversations.encryption.contract.ts'
import type { MemberDevices, Place, Said } from '../../encryption.lists.policy.ts'
import type { WrappedKey } from '../../encryption.shapes.contract.ts'

/* The browser’s own encryption code. It is loaded by file path, because browser types do not exist on a server. */

export type Key = webcrypto.CryptoKey
export type Bytes = Uint8Array<ArrayBuffer>
export type DeviceKeys = { deviceId: string; publicKeyPem: string; signingKeyPem: string }
export type KnownDevice = { deviceId: string; fingerprint: string; wrappingKey: Key; signingKey: Key | null }

type PlaceOfMessage = Place & { keyVersion: number }
type Wrapping = { conversation: string; keyVersion: number; members: readonly MemberDevices[]; key: Key }
type Unwrapping = { conversation: string; keyVersion: number; device: DeviceKeys; wrappedKey: string; signature: string; by: KnownDevice }
type FilePlace = { conversation: string; clientId: string; bytes: Bytes }

type BrowserCrypto = {
  makeDevice: (options: { extractable: boolean }) => Promise<DeviceKeys>
  publicDeviceOf: (pems: { publicKeyPem: string; signingKeyPem: string | null }) => Promise<KnownDevice>
  makeKey: () => Promise<Key>
  membersHash: (members: readonly MemberDevices[]) => Promise<string>
  wrapForAll: (version: Wrapping & { byDevice: DeviceKeys; recipients: readonly KnownDevice[] }) => Promise<WrappedKey[]>
  unwrap: (wrap: Unwrapping & { membersHash: string }) => Promise<Key>
  encryptV1With: (
    chosen: { iv: Bytes; frankingKey: Bytes },
    plain: { place: PlaceOfMessage; key: Key; device: DeviceKeys; said: Said },
  ) => Promise<Envelope>
  decryptV1: (opening: { place: Place; encrypted: Envelope; key: Key; author: KnownDevice }) => Promise<Said & { frankingKey: string }>
  commitTo: (place: Place, said: Said, frankingKey: string) => Promise<Bytes>
  sign: (device: DeviceKeys, bytes: Bytes) => Promise<string>
  encryptBytes: (plain: FilePlace) => Promise<{ bytes: Bytes } & Pick<EncryptedFile, 'key' | 'iv' | 'sha256'>>
  decryptBytes: (encrypted: FilePlace & { file: EncryptedFile }) => Promise<Bytes>
}

const folder = new URL('../../web/crypto/', import.meta.url)
const load = (name: string): Promise<object> => import(new URL(`${name}.ts`, folder).href)
const names = ['device', 'conversationKey', 'envelope', 'franking', 'signatures', 'file']

export const browserCrypto = Object.assign({}, ...(await Promise.all(names.map(load)))) as BrowserCrypto
