import { fromBase64, toBase64 } from './base64.ts'
import { EncryptionError } from './encryptionError.ts'

/*
 * An attacker adds something next to the key (a second block, headers), so that others hash different bytes than are imported.
 * `pemToSpki` accepts one block with one label and nothing around it.
 */

const block = /^\s*-----BEGIN PUBLIC KEY-----\r?\n([A-Za-z0-9+/=\r\n]+?)\r?\n-----END PUBLIC KEY-----\s*$/

/** Encodes the DER of a public key (SPKI) as PEM, in lines of 64 characters with a final line break. */
export const spkiToPem = (spki: Uint8Array): string => {
  const lines = toBase64(spki).match(/.{1,64}/g) ?? []
  return ['-----BEGIN PUBLIC KEY-----', ...lines, '-----END PUBLIC KEY-----', ''].join('\n')
}

/** Throws `malformed` unless it is the PEM of one public key. */
export const pemToSpki = (pem: string): Uint8Array<ArrayBuffer> => {
  const [, body] = block.exec(pem) ?? []
  if (body === undefined) throw new EncryptionError('malformed')
  return fromBase64(body.replace(/[\r\n]/g, ''))
}

/** Like `pemToSpki`, for a PEM in exactly the form that `spkiToPem` writes. Throws `malformed` for any other. */
export const canonicalPemToSpki = (pem: string): Uint8Array<ArrayBuffer> => {
  const spki = pemToSpki(pem)
  if (spkiToPem(spki) !== pem) throw new EncryptionError('malformed')
  return spki
}
