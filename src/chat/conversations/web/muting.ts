import type { Conversation } from '../chat.shapes.contract.ts'
import { isMuted } from './conversationFacts.ts'

const HOUR_MS = 3_600_000

/** A mute that ends only by hand. */
export const forEver = '9999-01-01T00:00:00.000Z'

export const muteTimes = ['off', 'hours', 'week', 'ever'] as const
export type MuteTime = (typeof muteTimes)[number]

/** When a mute ends that begins now; null is not muted. */
export const mutedUntil = (time: MuteTime, now: number): string | null => {
  if (time === 'off') return null
  if (time === 'ever') return forEver
  return new Date(now + (time === 'hours' ? 8 : 24 * 7) * HOUR_MS).toISOString()
}

/** What of it a conversation has now; `kept` is a time that runs already. */
export const muteOf = (conversation: Pick<Conversation, 'mutedUntil'>): MuteTime | 'kept' => {
  if (!isMuted(conversation)) return 'off'
  return conversation.mutedUntil === forEver ? 'ever' : 'kept'
}
