import type { DeviceKeys } from '../crypto/device.ts'

/** What this browser knows of an encrypted conversation, whatever the server says of it later. */
export type Remembered = {
  /** The highest version of its key that was ever seen. */
  highestVersion: number
  /** The number of the first message that must be encrypted. */
  encryptedFrom: number
  /** The devices of each member that the person was told of. */
  toldDevices: Record<string, readonly string[]>
  /** The safety number that both people compared, or null. */
  verifiedNumber: string | null
  /** By the ids of edited messages, the highest revision that was seen. */
  revisions: Record<string, number>
}

/** The fingerprints of a person's devices as they were first seen, by the devices' ids. */
export type Pins = Record<string, string>

/** What is kept for one person in one browser. */
export type EncryptionStorage = {
  device: () => Promise<DeviceKeys | undefined>
  /** Keeps a device where there is none; returns the one that is kept. */
  addDevice: (device: DeviceKeys) => Promise<DeviceKeys>
  removeDevice: () => Promise<void>
  conversation: (id: string) => Promise<Remembered | undefined>
  /** Changes what is remembered in one step, whatever other tabs do; returns what is there then. */
  updateConversation: (id: string, change: (before: Remembered | undefined) => Remembered) => Promise<Remembered>
  /** Pins what is not pinned yet; returns all pins of the person. */
  pin: (userId: string, fingerprints: Pins) => Promise<Pins>
  wipe: () => Promise<void>
  close: () => void
}

/** Where nothing may stay: gone with the page. */
export const memoryStorage = (): EncryptionStorage => {
  let device: DeviceKeys | undefined
  const conversations = new Map<string, Remembered>()
  const pins = new Map<string, Pins>()
  const wipe = async (): Promise<void> => {
    device = undefined
    conversations.clear()
    pins.clear()
  }
  return {
    device: async () => device,
    addDevice: async (made) => {
      device ??= made
      return device
    },
    removeDevice: async () => {
      device = undefined
    },
    conversation: async (id) => conversations.get(id),
    updateConversation: async (id, change) => {
      const next = change(conversations.get(id))
      conversations.set(id, next)
      return next
    },
    pin: async (userId, fingerprints) => {
      const all = { ...fingerprints, ...pins.get(userId) }
      pins.set(userId, all)
      return all
    },
    wipe,
    close: () => void wipe(),
  }
}
