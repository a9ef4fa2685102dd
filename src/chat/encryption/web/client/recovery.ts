import { CallError } from '#web/api/callError.ts'
import { encryptionApi } from '../../encryption.contract.ts'
import { type DeviceKeys, makeDevice } from '../crypto/device.ts'
import { EncryptionError } from '../crypto/encryptionError.ts'
import { openDevice, sealDevice } from '../crypto/recovery.ts'
import { makeCode, normalizeCode } from '../crypto/recoveryCode.ts'
import { WrongCodeError } from '../encryption.ts'
import type { EncryptionPorts } from './ports.ts'

/** A new code, whose device is registered by `save`. */
export const newRecovery = async ({ call, me }: EncryptionPorts) => {
  const code = makeCode()
  const device = await makeDevice({ extractable: true })
  const sealedKeys = await sealDevice({ code, userId: me._id, device })
  const { publicKeyPem, signingKeyPem } = device
  return {
    code,
    device,
    isSame: (typed: string) => normalizeCode(typed) === code,
    save: () => call(encryptionApi.saveRecovery, { body: { publicKeyPem, signingKeyPem, sealedKeys } }),
  }
}

/** The recovery device of the account, opened with its code. Rejects with `WrongCodeError` where there is none or the code is another. */
export const openRecovery = async ({ call, me }: EncryptionPorts, code: string): Promise<DeviceKeys> => {
  const normal = normalizeCode(code)
  if (normal === undefined) throw new WrongCodeError()
  try {
    const { deviceId, publicKeyPem, signingKeyPem, sealedKeys } = await call(encryptionApi.recovery)
    return await openDevice({ code: normal, userId: me._id, deviceId, publicKeyPem, signingKeyPem, sealed: sealedKeys })
  } catch (error) {
    const isNone = error instanceof CallError && error.code === 'encryption.no_recovery'
    if (isNone || error instanceof EncryptionError) throw new WrongCodeError()
    throw error
  }
}
