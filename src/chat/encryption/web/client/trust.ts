import { safetyNumber } from '../crypto/safetyNumber.ts'
import type { NewDevices } from '../encryption.ts'
import type { ConversationKeys, Loaded } from './conversationKeys.ts'
import type { Remembered } from './storage.ts'

/* Whom a person has checked, and what has changed since. */

/** The number of a private conversation, from the devices that are believed now; undefined where there are not two people. */
export const numberOf = async ({ believed }: Loaded): Promise<string | undefined> => {
  const sides = [...Map.groupBy(believed.values(), ({ userId }) => userId)].map(([userId, devices]) => ({
    userId,
    fingerprints: devices.map(({ fingerprint }) => fingerprint),
  }))
  const [one, other, third] = sides
  return one && other && !third ? safetyNumber(one, other) : undefined
}

/** The chat was verified, and it is not any more. */
export const isUnverified = async (keys: ConversationKeys, loaded: Loaded): Promise<boolean> => {
  const verified = (await keys.remembered())?.verifiedNumber ?? null
  return verified !== null && verified !== (await numberOf(loaded))
}

/** The devices of each person now, by their ids. */
const devicesOf = ({ devices }: Loaded): Record<string, string[]> =>
  Object.fromEntries(
    [...Map.groupBy(devices, ({ userId }) => userId)].map(([userId, own]) => [userId, own.map(({ deviceId }) => deviceId)]),
  )

/** Devices that were added since the person was told; whoever is seen for the first time brings none. This browser's is no news. */
export const newDevicesIn = (loaded: Loaded, { toldDevices }: Pick<Remembered, 'toldDevices'>, ownDevice: string | null): NewDevices[] =>
  [...Map.groupBy(loaded.devices, ({ userId }) => userId)].flatMap(([userId, own]) => {
    const told = toldDevices[userId]
    const fresh = told ? own.filter(({ deviceId }) => !told.includes(deviceId) && deviceId !== ownDevice) : []
    return fresh.length > 0 ? [{ userId, devices: fresh }] : []
  })

/** Whoever is seen for the first time is taken as they are. */
export const withFirstSight = (before: Remembered, loaded: Loaded): Remembered => ({
  ...before,
  toldDevices: { ...devicesOf(loaded), ...before.toldDevices },
})

/** The person was told of everything that there is now. */
export const withAllTold = (before: Remembered, loaded: Loaded): Remembered => ({
  ...before,
  toldDevices: { ...before.toldDevices, ...devicesOf(loaded) },
})
