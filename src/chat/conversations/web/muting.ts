import type { Conversation } from '../conversations.shapes.contract.ts'
import { isMuted } from './conversationFacts.ts'

const HOUR_MS = 3_600_000

/** The end of a mute without a time limit. */
export const forEver = '9999-01-01T00:00:00.000Z'

export const muteTimes = ['off', 'hours', 'week', 'ever'] as const
export type MuteTime = (typeof muteTimes)[number]

/** Returns when a mute that starts now ends; null if not muted. */
export const mutedUntil = (time: MuteTime, now: number): string | null => {
  if (time === 'off') return null
  if (time === 'ever') return forEver
  return new Date(now + (time === 'hours' ? 8 : 24 * 7) * HOUR_MS).toISOString()
}

/** Returns the current mute of a conversation; `kept` is a time that is already running. */
export const muteOf = (conversation: Pick<Conversation, 'mutedUntil'>): MuteTime | 'kept' => {
  if (!isMuted(conversation)) return 'off'
  return conversation.mutedUntil === forEver ? 'ever' : 'kept'
}
