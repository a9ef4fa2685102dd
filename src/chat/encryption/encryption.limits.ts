/** Limits of devices, keys and signed lists. */
export const encryptionLimits = {
  /** Devices of one person that can read encrypted chats. */
  devices: 20,
  deviceName: 60,
  /** Characters of a public key as PEM; RSA of 4096 bits takes 800. */
  publicKeyPem: 1_600,
  /** Highest number of a device list, and of restarts with list 0. */
  deviceLists: 10_000,
  generations: 1_000_000,
  /** An encrypted trust book as base64: slightly less than one call can carry. */
  trustBookBytes: 720_000,
  /** People, and conversations, in one trust book. */
  trustBookEntries: 5_000,
  /** People in a group that can be encrypted. */
  encryptedMembers: 500,
  /** Devices for which one key is wrapped: as many as one call can carry. */
  wrappedKeys: 1_500,
  /** A device unseen for this number of days is left out of new keys. */
  deviceUnseenDays: 90,
  /** A pending device unseen for this number of days is deleted. */
  devicePendingDays: 30,
  /** Signed device lists in one request or reply. */
  listsAtOnce: 50,
  /** Signed lists of the members of a conversation in one reply. */
  memberListsAtOnce: 100,
  /** Headers of key versions in one request. */
  versionsAsked: 50,
  /** Keys that one call shares with another device of the same person. */
  keysAtOnce: 200,
  /** Earlier keys in one reply. */
  earlierKeys: 1_000,
  /** Devices in one request. */
  devicesAsked: 100,
} as const
