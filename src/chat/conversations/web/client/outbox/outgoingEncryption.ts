import { CallError } from '#web/api/callError.ts'
import { type Envelope, envelopeErrors } from '../../../conversations.encryption.contract.ts'
import { chatErrors } from '../../../conversations.shapes.contract.ts'
import type { EncryptedUpload, MessageEncryption, OutgoingMessage } from '../../messageEncryption.ts'
import { isRefusal } from '../tasks.ts'

/** Maximum number of immediate attempts to encrypt a message again after keys or devices have changed. */
const triesAtOnce = 3

const { keyOutdated, ivUsed, deviceUnknown, notEnabled } = envelopeErrors
const outdated: readonly string[] = [keyOutdated, ivUsed, deviceUnknown, notEnabled].map(({ code }) => code)

/** Wraps an error that is not a rejection of the message, so that the outbox retries it. */
const toPassing = (cause: unknown): Error => new Error('Nothing could be encrypted now', { cause })

/** Treats a rejected call while keys are created as temporary, unless the person is no longer in the conversation. */
const withPassingErrors = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    const isOut = error instanceof CallError && [403, 404].includes(error.status)
    throw isRefusal(error) && !isOut ? toPassing(error) : error
  }
}

type SendOptions<T> = {
  /** True if it was written for an encrypted conversation. */
  mustEncrypt?: boolean | undefined
  plain: () => Promise<T>
  encrypted: () => Promise<T>
}

/**
 * Decides at the time of sending whether a message is encrypted. Once encrypted, a conversation stays encrypted, regardless of
 * what the server claims later.
 */
export const makeOutgoingEncryption = (encryption: MessageEncryption) => {
  const known = new Set<string>()

  const isEncrypted = async (id: string): Promise<boolean> => {
    if (!known.has(id) && (await encryption.isEncrypted(id))) known.add(id)
    return known.has(id)
  }
  const learn = async (id: string, { code }: CallError): Promise<boolean> => {
    if (code === chatErrors.plaintextRefused.code) {
      known.add(id)
      await encryption.noteEncrypted(id)
      return true
    }
    if (outdated.includes(code)) encryption.invalidateKeys(id)
    return outdated.includes(code)
  }
  let asked = Promise.resolve(false)
  return {
    /**
     * For messages being written. Resolves in the order of the calls; false if unknown, and decided again when the message is
     * sent.
     */
    isEncryptedNow: (id: string): Promise<boolean> => {
      asked = asked.then(() => isEncrypted(id)).catch(() => false)
      return asked
    },
    /**
     * Rejects with `CannotEncryptError`, or with the error of the call that creates keys if the person is no longer in the
     * conversation.
     */
    encrypt: (message: OutgoingMessage): Promise<Envelope> => withPassingErrors(() => encryption.encrypt(message)),
    /** Rejects like `encrypt`. */
    encryptFile: (...file: Parameters<MessageEncryption['encryptFile']>): Promise<EncryptedUpload> =>
      withPassingErrors(() => encryption.encryptFile(...file)),
    /** Sends plain or encrypted. Switches, or encrypts again, if the server requires it. */
    send: async <T>(id: string, { mustEncrypt = false, plain, encrypted }: SendOptions<T>): Promise<T> => {
      for (let tries = 1; ; tries++) {
        try {
          return await (mustEncrypt || (await isEncrypted(id)) ? encrypted() : plain())
        } catch (error) {
          if (!(error instanceof CallError) || !(await learn(id, error))) throw error
          if (tries > triesAtOnce) throw toPassing(error)
        }
      }
    },
  }
}
export type OutgoingEncryption = ReturnType<typeof makeOutgoingEncryption>
