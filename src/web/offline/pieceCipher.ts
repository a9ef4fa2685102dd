/*
 * Encrypts the pieces of books on a device with AES-GCM. The key never leaves the browser's database: it cannot be exported, and it is
 * deleted with the session, after which pieces that are left on a disk cannot be read. This is no protection against a person who
 * controls the device while the session lasts.
 */

const ivBytes = 12
const encoder = new TextEncoder()

/** Returns a key that can be used in this browser and never read. */
export const newPieceKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])

/** `name` is that of the piece: under another name it is not decrypted. */
const algorithm = (iv: Uint8Array<ArrayBuffer>, name: string): AesGcmParams => ({
  name: 'AES-GCM',
  iv,
  additionalData: encoder.encode(name),
})

/** Returns the initialization vector followed by the encrypted bytes and their tag. */
export const encryptPiece = async (key: CryptoKey, bytes: Uint8Array<ArrayBuffer>, name: string): Promise<Uint8Array<ArrayBuffer>> => {
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
  const encrypted = new Uint8Array(await crypto.subtle.encrypt(algorithm(iv, name), key, bytes))
  const piece = new Uint8Array(ivBytes + encrypted.byteLength)
  piece.set(iv)
  piece.set(encrypted, ivBytes)
  return piece
}

/** Rejects if a byte was changed, or if it is the piece of another name or key. */
export const decryptPiece = async (key: CryptoKey, piece: Uint8Array<ArrayBuffer>, name: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await crypto.subtle.decrypt(algorithm(piece.slice(0, ivBytes), name), key, piece.subarray(ivBytes)))
