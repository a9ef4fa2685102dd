import { CallError } from '#web/api/callError.ts'
import { encryptionApi } from '../../encryption.contract.ts'
import { encryptionErrors } from '../../encryption.shapes.contract.ts'
import { EncryptionError } from '../crypto/encryptionError.ts'
import { type OpenedRecovery, decryptRecovery as open } from '../crypto/recovery.ts'
import { normalizeCode } from '../crypto/recoveryCode.ts'
import { WrongCodeError } from '../encryption.ts'
import type { EncryptionPorts } from './ports.ts'

export type Recovered = OpenedRecovery & { code: string; deviceId: string; publicKeyPem: string; signingKeyPem: string; encrypted: string }

/**
 * Opens the recovery device of the account with its code. Rejects with `WrongCodeError` if there is none or the code is wrong.
 */
export const decryptRecovery = async ({ call, me }: EncryptionPorts, typed: string): Promise<Recovered> => {
  const code = normalizeCode(typed)
  if (code === undefined) throw new WrongCodeError()
  try {
    const { deviceId, publicKeyPem, signingKeyPem, sealedKeys: encrypted } = await call(encryptionApi.recovery)
    const kept = { code, deviceId, publicKeyPem, signingKeyPem, encrypted }
    return { ...kept, ...(await open({ ...kept, userId: me._id })) }
  } catch (error) {
    const isNone = error instanceof CallError && error.code === encryptionErrors.noRecovery.code
    if (isNone || error instanceof EncryptionError) throw new WrongCodeError()
    throw error
  }
}
