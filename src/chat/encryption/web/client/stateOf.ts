import type { CannotSeal, ConversationEncryption } from '../encryption.ts'
import type { ConversationKeys, Loaded } from './conversationKeys.ts'
import type { ThisDevice } from './thisDevice.ts'
import { isUnverified, newDevicesIn } from './trust.ts'

const whyCannotSend = (loaded: Loaded, device: ThisDevice, isChanged: boolean): CannotSeal | null => {
  if (!device.keys) return device.state.get() === 'unavailable' ? 'unavailable' : 'noDevice'
  if (isChanged) return 'devicesChanged'
  return loaded.devices.every(({ deviceId }) => loaded.believed.has(deviceId)) ? null : 'noKey'
}

/** What the screens show of a conversation that was loaded. */
export const stateOf = async (keys: ConversationKeys, device: ThisDevice): Promise<ConversationEncryption> => {
  const loaded = await keys.load()
  const remembered = await keys.remembered()
  const isEncrypted = loaded.enabled || remembered !== undefined
  const wasVerified = isEncrypted && (await isUnverified(keys, loaded))
  const cannotSend = isEncrypted ? whyCannotSend(loaded, device, wasVerified) : null
  return {
    isEncrypted,
    whyNotEnable: loaded.whyNotEnable,
    canSend: cannotSend === null,
    cannotSend,
    newDevices: remembered ? newDevicesIn(loaded, remembered, device.id.get()) : [],
    isVerified: (remembered?.verifiedNumber ?? null) !== null && !wasVerified,
    wasVerified,
  }
}
