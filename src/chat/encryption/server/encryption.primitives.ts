import { createHash, createPublicKey, verify } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import type { Primitives } from '../encryption.chain.policy.ts'
import { signingKey, wrappingKey } from './encryption.publicKeys.ts'

/** Returns whether this is the canonical text of a key. */
const isCanonical = (pem: string, stored: (pem: string) => string): boolean => {
  try {
    return stored(pem) === pem
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** The cryptography required by the rules of device lists, from node:crypto. */
export const nodePrimitives: Primitives = {
  digest: async (bytes) => createHash('sha256').update(bytes).digest(),
  spkiOf: (pem) => {
    const key = createPublicKey({ key: pem, format: 'pem', type: 'spki' })
    if (key.export({ format: 'pem', type: 'spki' }) !== pem) throw new Error('This PEM is not written in the canonical way')
    return new Uint8Array(key.export({ format: 'der', type: 'spki' }))
  },
  isStrong: async ({ publicKeyPem, signingKeyPem }) =>
    isCanonical(publicKeyPem, (pem) => wrappingKey(pem).pem) && isCanonical(signingKeyPem, signingKey),
  isSigned: async (signingKeyPem, bytes, signature) =>
    verify('sha256', bytes, { key: signingKeyPem, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64')),
}
