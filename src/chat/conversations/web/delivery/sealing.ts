import { type Envelope, encryptionErrors } from '#chat/encryption/encryption.shapes.contract.ts'
import type { EncryptedFile, Sealing as Sealed, Sealer } from '#chat/encryption/web/encryption.ts'
import { CallError } from '#web/api/callError.ts'
import { chatErrors } from '../../chat.shapes.contract.ts'
import { isRefusal } from './tasks.ts'

/** What is refused because keys or devices have changed is sealed again so often at once. */
const triesAtOnce = 3

const { keyOutdated, ivUsed, deviceUnknown, notEnabled } = encryptionErrors
const outdated: readonly string[] = [keyOutdated, ivUsed, deviceUnknown, notEnabled].map(({ code }) => code)

/** Says nothing of the message, so it is no refusal: it is tried again. */
const passing = (cause: unknown): Error => new Error('Nothing could be encrypted now', { cause })

/** What is refused while keys are made says nothing of the message, unless one is no longer in the conversation. */
const orPassing = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    const isOut = error instanceof CallError && [403, 404].includes(error.status)
    throw isRefusal(error) && !isOut ? passing(error) : error
  }
}

type Ways<T> = {
  /** It was written for an encrypted conversation. */
  isSealed?: boolean | undefined
  plain: () => Promise<T>
  sealed: () => Promise<T>
}

/** Decides at the moment of sending whether it goes encrypted. What was encrypted once is so for good, whatever is said later. */
export const makeSealing = (sealer: Sealer) => {
  const encrypted = new Set<string>()

  const isEncrypted = async (id: string): Promise<boolean> => {
    if (!encrypted.has(id) && (await sealer.isEncrypted(id))) encrypted.add(id)
    return encrypted.has(id)
  }
  const learn = async (id: string, { code }: CallError): Promise<boolean> => {
    if (code === chatErrors.plaintextRefused.code) {
      encrypted.add(id)
      await sealer.noteEncrypted(id)
      return true
    }
    if (outdated.includes(code)) sealer.changed(id)
    return outdated.includes(code)
  }
  let asked = Promise.resolve(false)
  return {
    /** For what is being written. Answers in the order of asking; where it cannot be told now it is decided when it is sent. */
    isEncryptedNow: (id: string): Promise<boolean> => {
      asked = asked.then(() => isEncrypted(id)).catch(() => false)
      return asked
    },
    /** Rejects with `CannotSealError`, or as the call that makes keys does where one is no longer in the conversation. */
    seal: (sealing: Sealed): Promise<Envelope> => orPassing(() => sealer.seal(sealing)),
    /** Rejects alike. */
    sealFile: (...file: Parameters<Sealer['sealFile']>): Promise<EncryptedFile> => orPassing(() => sealer.sealFile(...file)),
    /** Sends in one of two ways, and in the other or again where the server says that it must. */
    send: async <T>(id: string, { isSealed = false, plain, sealed }: Ways<T>): Promise<T> => {
      for (let tries = 1; ; tries++) {
        try {
          return await (isSealed || (await isEncrypted(id)) ? sealed() : plain())
        } catch (error) {
          if (!(error instanceof CallError) || !(await learn(id, error))) throw error
          if (tries > triesAtOnce) throw passing(error)
        }
      }
    },
  }
}
export type Sealing = ReturnType<typeof makeSealing>
