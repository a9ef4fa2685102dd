import { device } from '../api/storages.ts'
import { makeStore, useStore } from '../api/store.ts'

/** Local storage has the id of the person whose own device this is. */
const ownerKey = 'ownDeviceOf'

const owner = makeStore(device.get(ownerKey))

/** Returns whether this person has said that nobody else uses this device. */
export const isOwnDevice = (userId: string): boolean => device.get(ownerKey) === userId

export const useIsOwnDevice = (userId: string): boolean => useStore(owner) === userId && isOwnDevice(userId)

/** Records the answer of a person to whose device this is. It lasts beyond the session, for the same person. */
export const setOwnDevice = (userId: string, isOwn: boolean): void => {
  if (isOwn) device.set(ownerKey, userId)
  else if (isOwnDevice(userId)) device.remove(ownerKey)
  owner.set(device.get(ownerKey))
}
