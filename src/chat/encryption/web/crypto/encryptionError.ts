export type EncryptionReason =
  /** Created by a version or with an algorithm unknown to this client. */
  | 'unsupported'
  /** Not from the device that it claims to be from. */
  | 'forged'
  /** Cannot be decrypted with this key at this place. */
  | 'undecryptable'
  /** Can be decrypted, but has the wrong shape. */
  | 'malformed'
  /** Does not match its sender's commitment. */
  | 'uncommitted'
  /** Not the file that the message describes. */
  | 'damaged'
  /** Public keys for which nothing may be encrypted. */
  | 'weakDevice'
  | 'wrongCode'

/** Thrown with the reason why something was not encrypted or decrypted. Contains none of the content. */
export class EncryptionError extends Error {
  readonly reason: EncryptionReason

  constructor(reason: EncryptionReason, options?: ErrorOptions) {
    super(`Encryption: ${reason}`, options)
    this.name = 'EncryptionError'
    this.reason = reason
  }
}

/** Returns the result of `work`; converts any error to one with this reason. */
export const orFail = async <T>(reason: EncryptionReason, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (cause) {
    throw new EncryptionError(reason, { cause })
  }
}
