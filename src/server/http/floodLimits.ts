import { limits } from '#contract/limits.ts'

/** What one client may do before it counts as a flood and is cut off; people and busy pages stay far below. */
export const floodLimits = {
  /** A whole hall is one address. */
  connectionsPerAddress: 5_000,
  /** Milliseconds that a reply may wait after its reader accepted the last byte. */
  unreadReplyMs: 60_000,
  downloadsPerPerson: limits.downloadsPerPerson as number,
  downloadsPerAddress: limits.downloadsPerAddress as number,
  /** Packets that one socket may send within `socketWindowMs`. */
  socketPackets: 200,
  socketWindowMs: 10_000,
}
export type FloodLimits = typeof floodLimits
