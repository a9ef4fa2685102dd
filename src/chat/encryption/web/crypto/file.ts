import { list, type SealedFile } from '../../encryption.lists.policy.ts'
import { fromBase64, toBase64 } from './base64.ts'
import { digest } from './device.ts'
import { EncryptionError, orFail } from './encryptionError.ts'

/*
 * An attacker stores another file in the place of one, or uploads bytes that open as two files under two keys. The message names the
 * SHA-256 of the uploaded bytes beside the key, and both are committed to; conversation and message are in the additional data.
 */

type FilePlace = { conversation: string; clientId: string }
type Plain = FilePlace & { bytes: Uint8Array<ArrayBuffer> }
/** What is uploaded, and what the message says of it; `key`, `iv` and `sha256` are base64. */
type SealedBytes = { bytes: Uint8Array<ArrayBuffer>; key: string; iv: string; sha256: string }

const tagBytes = 16

const gcm = ({ conversation, clientId }: FilePlace, iv: Uint8Array<ArrayBuffer>) => ({
  name: 'AES-GCM',
  iv,
  additionalData: list('carrel/file/1', conversation, clientId.toLowerCase()),
})

const importKey = (key: Uint8Array<ArrayBuffer>, usage: KeyUsage) => crypto.subtle.importKey('raw', key, 'AES-GCM', false, [usage])

/** `key` has 32 bytes, `iv` 12. Neither may be used twice. */
type Chosen = { key: Uint8Array<ArrayBuffer>; iv: Uint8Array<ArrayBuffer> }

/** `sealFile` with what it makes at random; tests alone choose it. */
export const sealFileWith = async ({ key, iv }: Chosen, { bytes, ...place }: Plain): Promise<SealedBytes> => {
  const sealed = new Uint8Array(await crypto.subtle.encrypt(gcm(place, iv), await importKey(key, 'encrypt'), bytes))
  return { bytes: sealed, key: toBase64(key), iv: toBase64(iv), sha256: toBase64(await digest(sealed)) }
}

/** A file under a key of its own. */
export const sealFile = (plain: Plain): Promise<SealedBytes> =>
  sealFileWith({ key: crypto.getRandomValues(new Uint8Array(32)), iv: crypto.getRandomValues(new Uint8Array(12)) }, plain)

/**
 * The file that a message describes, from the bytes that were stored. Throws `damaged` where they are not those that the sender has
 * uploaded, `undecryptable` where they are and do not open at this place.
 */
export const openFile = async ({
  file,
  bytes,
  ...place
}: Plain & { file: Pick<SealedFile, 'size' | 'key' | 'iv' | 'sha256'> }): Promise<Uint8Array<ArrayBuffer>> => {
  if (bytes.length !== file.size + tagBytes || toBase64(await digest(bytes)) !== file.sha256) throw new EncryptionError('damaged')
  const [key, iv] = [fromBase64(file.key), fromBase64(file.iv)]
  return orFail('undecryptable', async () => {
    const decrypted = await crypto.subtle.decrypt(gcm(place, iv), await importKey(key, 'decrypt'), bytes)
    return new Uint8Array(decrypted)
  })
}
