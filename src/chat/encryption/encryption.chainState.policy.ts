import type { ListedDevice } from './encryption.shapes.contract.ts'

/*
 * The state of a verified chain of device lists, and questions to it. An attacker
 * - has a device that was revoked: `isTrustedAt` ends with the list that revokes it, and knows nothing after the head;
 * - ends a fork with a device that has the id of a trusted one and another signing key: `endsFork` compares fingerprints;
 * - ends a fork to bring a revoked device back: `endsFork` wants it revoked on the other branch too.
 */

/** A device that is or was in a chain. It is trusted at list n if addedAt ≤ n < revokedAt. */
export type ChainDevice = ListedDevice & {
  addedAt: number
  revokedAt: number | null
  /** It signed the list that revoked it: it was signed out, or the recovery code was used to replace it. */
  revokedItself: boolean
  fingerprint: string
}

/** A list that names the head of another branch, and the devices that signed it. */
type Merge = { head: string; number: number; by: readonly string[] }

/** The state after list `number`. Hashes are base64; `hashes[n]` is that of list n. */
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

/** Whether a device was trusted at a list of this chain; no list after the head is known. */
export const isTrustedAt = (chain: Pick<Chain, 'devices' | 'number'>, deviceId: string, number: number): boolean => {
  const device = chain.devices.get(deviceId)
  if (device === undefined || number > chain.number) return false
  return device.addedAt <= number && (device.revokedAt === null || number < device.revokedAt)
}

/** Devices that are trusted at the head. */
export const trustedNow = (chain: Pick<Chain, 'devices'>): ChainDevice[] =>
  [...chain.devices.values()].filter(({ revokedAt }) => revokedAt === null)

/** Whether this head is that of a list of this chain. */
export const contains = (chain: Pick<Chain, 'hashes'>, { number, head }: { number: number; head: string }): boolean =>
  chain.hashes[number] === head

/** Number of the last list that both chains have, or undefined if they have none in common, as with different roots. */
export const forkPoint = (one: Pick<Chain, 'hashes'>, other: Pick<Chain, 'hashes'>): number | undefined => {
  const differing = one.hashes.findIndex((hash, number) => hash !== other.hashes[number])
  const common = (differing < 0 ? one.hashes.length : differing) - 1
  return common < 0 ? undefined : common
}

/**
 * Whether a client that pinned `pinned` may continue with the chain `merged`: a list of it names the pinned head, is signed by a
 * device that is trusted on both branches with the same keys, and leaves no device trusted that the pinned branch revoked.
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
