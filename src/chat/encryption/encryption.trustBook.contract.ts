import * as z from 'zod/mini'
import { Base64, DeviceId } from '#chat/conversations/conversations.encryption.contract.ts'
import { Id } from '#contract/fields.ts'
import { encryptionLimits } from './encryption.limits.ts'

/* What a person's devices know about other people. Only devices can read it: the server stores it encrypted (`EncryptedTrustBook`). */

const message = 'Invalid trust book'
const counted = (min: number) => z.int(message).check(z.minimum(min, message))
const Hash = Base64(32, message)

/** A list in a person's chain that a client has verified, and the root of that chain. */
export const ListPin = z.object({ generation: counted(0), root: Hash, number: counted(0), head: Hash }, message)
export type ListPin = z.infer<typeof ListPin>

const bounded = (max: number) => z.refine<object>((entries) => Object.keys(entries).length <= max, message)

const Verified = z.object({
  sides: z.record(Id, ListPin).check(bounded(2)),
  /** The other person's name at that time. */
  name: z.string(message).check(z.maxLength(255, message)),
  /** Milliseconds since 1970. */
  at: counted(0),
})

const KnownConversation = z.object({
  kind: z.enum(['private', 'group'], message),
  /** The two people of a private conversation. */
  users: z.nullable(z.tuple([Id, Id], message)),
  encryptedFrom: counted(0),
  highestVersion: counted(0),
})

export const TrustBook = z.object(
  {
    v: z.literal(1, message),
    people: z.record(Id, ListPin).check(bounded(encryptionLimits.trustBookEntries)),
    verified: z.record(Id, Verified).check(bounded(encryptionLimits.trustBookEntries)),
    conversations: z.record(Id, KnownConversation).check(bounded(encryptionLimits.trustBookEntries)),
    /** Fingerprints pinned before device lists, by person and device. */
    legacy: z
      .record(Id, z.record(DeviceId, Hash).check(bounded(encryptionLimits.devicesAsked)))
      .check(bounded(encryptionLimits.trustBookEntries)),
  },
  message,
)
export type TrustBook = z.infer<typeof TrustBook>
