import { constants, createHash, createPublicKey, type KeyObject, publicEncrypt } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import { encryptionErrors } from '../encryption.shapes.contract.ts'

const isPublicPem = /^\s*-----BEGIN PUBLIC KEY-----[A-Za-z0-9+/=\s]+-----END PUBLIC KEY-----\s*$/

const parsed = (pem: string): KeyObject | undefined => {
  if (!isPublicPem.test(pem)) return undefined
  try {
    return createPublicKey({ key: pem, format: 'pem', type: 'spki' })
  } catch {
    return undefined
  }
}

const assertValid = (isRight: boolean, field: string): void => {
  if (!isRight) throw new AppError(encryptionErrors.deviceInvalid, { field })
}

/**
 * Returns whether the key can wrap. A key of the right shape that cannot would prevent everybody from creating the next version.
 */
const canWrap = (key: KeyObject): boolean => {
  try {
    return publicEncrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, Buffer.alloc(32)).length > 0
  } catch {
    return false
  }
}

const asPem = (key: KeyObject): string => key.export({ format: 'pem', type: 'spki' }) as string

/**
 * Returns a wrapping key, RSA of 2048 to 4096 bits with e = 65537, and the resulting device id. Throws `deviceInvalid` for any
 * other key.
 */
export const wrappingKey = (pem: string): { id: string; pem: string } => {
  const key = parsed(pem)
  const { modulusLength = 0, publicExponent } = key?.asymmetricKeyDetails ?? {}
  const isStrong = key?.asymmetricKeyType === 'rsa' && modulusLength >= 2_048 && modulusLength <= 4_096 && publicExponent === 65_537n
  assertValid(isStrong && canWrap(key), 'publicKeyPem')
  const spki = (key as KeyObject).export({ format: 'der', type: 'spki' })
  return { id: createHash('sha256').update(spki).digest('base64url'), pem: asPem(key as KeyObject) }
}

/** Returns a signing key, ECDSA on P-256. Throws `deviceInvalid` for any other key. */
export const signingKey = (pem: string): string => {
  const key = parsed(pem)
  assertValid(key?.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1', 'signingKeyPem')
  return asPem(key as KeyObject)
}
