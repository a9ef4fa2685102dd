import type { EncryptedFile } from '#chat/conversations/conversations.encryption.contract.ts'
import { encodeFields } from '#chat/conversations/conversations.fields.policy.ts'
import { fromBase64, toBase64 } from './base64.ts'
import { digest } from './device.ts'
import { EncryptionError, orFail } from './encryptionError.ts'

/*
 * An attacker replaces a file with another one, or uploads bytes that decrypt to two files under two keys. The message contains the
 * SHA-256 of the uploaded bytes next to the key, and commits to both; conversation and message are in the additional data.
 */

type FilePlace = { conversation: string; clientId: string }
type Plain = FilePlace & { bytes: Uint8Array<ArrayBuffer> }
/** The uploaded bytes, and the fields that describe them in the message; `key`, `iv` and `sha256` are base64. */
type EncryptedBytes = { bytes: Uint8Array<ArrayBuffer>; key: string; iv: string; sha256: string }

const tagBytes = 16

const gcm = ({ conversation, clientId }: FilePlace, iv: Uint8Array<ArrayBuffer>) => ({
  name: 'AES-GCM',
  iv,
  additionalData: encodeFields('carrel/file/1', conversation, clientId.toLowerCase()),
})

const importKey = (key: Uint8Array<ArrayBuffer>, usage: KeyUsage) => crypto.subtle.importKey('raw', key, 'AES-GCM', false, [usage])

/** `key` has 32 bytes, `iv` 12. Neither may be used twice. */
type Chosen = { key: Uint8Array<ArrayBuffer>; iv: Uint8Array<ArrayBuffer> }

/** `encryptBytes` with given random values; only tests choose them. */
export const encryptBytesWith = async ({ key, iv }: Chosen, { bytes, ...place }: Plain): Promise<EncryptedBytes> => {
  const encrypted = new Uint8Array(await crypto.subtle.encrypt(gcm(place, iv), await importKey(key, 'encrypt'), bytes))
  return { bytes: encrypted, key: toBase64(key), iv: toBase64(iv), sha256: toBase64(await digest(encrypted)) }
}

/** Encrypts a file with its own key. */
export const encryptBytes = (plain: Plain): Promise<EncryptedBytes> =>
  encryptBytesWith({ key: crypto.getRandomValues(new Uint8Array(32)), iv: crypto.getRandomValues(new Uint8Array(12)) }, plain)

/**
 * Decrypts the file that a message describes. Throws `damaged` if the stored bytes are not those that the sender uploaded, and
 * `undecryptable` if they are but cannot be decrypted at this place.
 */
export const decryptBytes = async ({
  file,
  bytes,
  ...place
}: Plain & { file: Pick<EncryptedFile, 'size' | 'key' | 'iv' | 'sha256'> }): Promise<Uint8Array<ArrayBuffer>> => {
  if (bytes.length !== file.size + tagBytes || toBase64(await digest(bytes)) !== file.sha256) throw new EncryptionError('damaged')
  const [key, iv] = [fromBase64(file.key), fromBase64(file.iv)]
  return orFail('undecryptable', async () => {
    const decrypted = await crypto.subtle.decrypt(gcm(place, iv), await importKey(key, 'decrypt'), bytes)
    return new Uint8Array(decrypted)
  })
}
