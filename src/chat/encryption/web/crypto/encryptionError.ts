export type EncryptionReason =
  /** Made by a version or with an algorithm that this client does not know. */
  | 'unsupported'
  /** Not from the device that it is said to be from. */
  | 'forged'
  /** Does not open with this key at this place. */
  | 'undecryptable'
  /** Opens, and is not what it should be. */
  | 'malformed'
  /** Is not what its sender has committed to. */
  | 'uncommitted'
  /** Not the file that the message describes. */
  | 'damaged'
  /** Public keys that nothing may be encrypted for. */
  | 'weakDevice'
  | 'wrongCode'

/** Something was not sealed or opened, and why. Nothing of what it contains is in the error. */
export class EncryptionError extends Error {
  readonly reason: EncryptionReason

  constructor(reason: EncryptionReason, options?: ErrorOptions) {
    super(`Encryption: ${reason}`, options)
    this.name = 'EncryptionError'
    this.reason = reason
  }
}

/** What `work` answers; whatever it throws becomes an error with this reason. */
export const orFail = async <T>(reason: EncryptionReason, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (cause) {
    throw new EncryptionError(reason, { cause })
  }
}
