import { CallError } from '#web/api/callError.ts'
import { encryptionApi } from '../../encryption.contract.ts'
import { makeKey, wrapForAll } from '../crypto/conversationKey.ts'
import type { DeviceKeys } from '../crypto/device.ts'
import { CannotSealError } from '../encryption.ts'
import type { ConversationKeys, Loaded } from './conversationKeys.ts'
import type { EncryptionPorts } from './ports.ts'

/** Others may make versions at the same time, and devices may come and go. */
const mostTries = 5

const retried = ['encryption.version_taken', 'encryption.devices_not_covered']

/** Whether the current version is for exactly the devices that there are. */
export const coversAll = ({ members, devices }: Pick<Loaded, 'members' | 'devices'>): boolean => {
  const covered = new Set(members.flatMap(({ deviceIds }) => deviceIds))
  return covered.size === devices.length && devices.every(({ deviceId }) => covered.has(deviceId))
}

const save = async (ports: EncryptionPorts, keys: ConversationKeys, loaded: Loaded, by: DeviceKeys): Promise<Loaded> => {
  const { highestVersion } = (await keys.remembered()) ?? { highestVersion: 0 }
  const keyVersion = Math.max(highestVersion, loaded.keyVersion) + 1
  // One that is not what it was gets no key, and as the server demands it for all, there is no next version until it is gone.
  const recipients = loaded.devices.map(({ deviceId }) => loaded.believed.get(deviceId)).filter((one) => one !== undefined)
  if (recipients.length < loaded.devices.length) throw new CannotSealError('noKey')
  const members = [...Map.groupBy(recipients, ({ userId }) => userId)].map(([userId, own]) => ({
    userId,
    deviceIds: own.map(({ deviceId }) => deviceId),
  }))
  const wrappedKeys = await wrapForAll({ conversation: keys.id, keyVersion, members, recipients, byDevice: by, key: await makeKey() })
  const body = { keyVersion, byDevice: by.deviceId, members, wrappedKeys }
  return keys.take(await ports.call(encryptionApi.saveKey, { params: { id: keys.id }, body }))
}

/**
 * Makes the next version above all that are known, for all devices that there are now. `isDone` is asked when somebody else was
 * first, whose version may do. Rejects with the `CallError` of a refusal.
 */
export const makeNextVersion = async (
  ports: EncryptionPorts,
  keys: ConversationKeys,
  by: DeviceKeys,
  isDone: (loaded: Loaded) => Promise<boolean>,
): Promise<Loaded> => {
  for (let tries = 1; ; tries++) {
    const loaded = await keys.load()
    if (tries > 1 && (await isDone(loaded))) return loaded
    try {
      return await save(ports, keys, loaded, by)
    } catch (error) {
      if (!(error instanceof CallError) || !retried.includes(error.code) || tries >= mostTries) throw error
      keys.invalidate()
    }
  }
}
