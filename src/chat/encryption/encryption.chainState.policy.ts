import type { ListedDevice } from './encryption.shapes.contract.ts'

/*
 * The state of a verified chain of device lists, and queries on it. An attacker
 * - has a device that was revoked: for `isTrustedAt`, trust ends with the revoking list, and is unknown after the head;
 * - ends a fork with a device that has the id of a trusted one and another signing key: `endsFork` compares fingerprints;
 * - ends a fork to restore a revoked device: `endsFork` requires that the other branch revokes it too.
 */

/** A device that is or was in a chain. It is trusted at list n if addedAt ≤ n < revokedAt. */
export type ChainDevice = ListedDevice & {
  addedAt: number
  revokedAt: number | null
  /** True if it signed the list that revoked it: by signing out, or when the recovery code was used to replace it. */
  revokedItself: boolean
  fingerprint: string
}

/** A list that names the head of another branch, with the devices that signed it. */
type Merge = { head: string; number: number; by: readonly string[] }

/** The state after list `number`. Hashes are base64; `hashes[n]` is the hash of list n. */
export type Chain = {
  userId: string
  generation: number
  root: string
  number: number
  head: string
  hashes: readonly string[]
  devices: ReadonlyMap<string, ChainDevice>
  /** Numbers of lists that replaced the recovery device without its signature. */
  replacedWithoutCode: readonly number[]
  merged: readonly Merge[]
}

/** Returns whether a device was trusted at a list of this chain; false for lists after the head. */
export const isTrustedAt = (chain: Pick<Chain, 'devices' | 'number'>, deviceId: string, number: number): boolean => {
  const device = chain.devices.get(deviceId)
  if (device === undefined || number > chain.number) return false
  return device.addedAt <= number && (device.revokedAt === null || number < device.revokedAt)
}

/** Returns the devices trusted at the head. */
export const trustedNow = (chain: Pick<Chain, 'devices'>): ChainDevice[] =>
  [...chain.devices.values()].filter(({ revokedAt }) => revokedAt === null)

/** Returns whether this is the head of a list in this chain. */
export const contains = (chain: Pick<Chain, 'hashes'>, { number, head }: { number: number; head: string }): boolean =>
  chain.hashes[number] === head

/** Returns the number of the last list that both chains share, or undefined if they share none, as with different roots. */
export const forkPoint = (one: Pick<Chain, 'hashes'>, other: Pick<Chain, 'hashes'>): number | undefined => {
  const differing = one.hashes.findIndex((hash, number) => hash !== other.hashes[number])
  const common = (differing < 0 ? one.hashes.length : differing) - 1
  return common < 0 ? undefined : common
}

/**
 * Returns whether a client that pinned `pinned` may continue with the chain `merged`: one of its lists must name the pinned head
 * and be signed by a device that both branches trust with the same keys, and it must not trust a device that the pinned branch
 * revoked.
 */
export const endsFork = (merged: Chain, pinned: Chain): boolean => {
  const isSameDevice = (id: string) => merged.devices.get(id)?.fingerprint === pinned.devices.get(id)?.fingerprint
  const isGoneAt = (number: number, id: string) => {
    const device = merged.devices.get(id)
    return device === undefined || (device.revokedAt !== null && device.revokedAt <= number)
  }
  const revoked = [...pinned.devices.values()].filter(({ revokedAt }) => revokedAt !== null)
  return (
    merged.root === pinned.root &&
    merged.merged.some(
      ({ head, number, by }) =>
        head === pinned.head &&
        by.some((id) => isTrustedAt(pinned, id, pinned.number) && isSameDevice(id)) &&
        revoked.every(({ deviceId }) => isGoneAt(number, deviceId)),
    )
  )
}
