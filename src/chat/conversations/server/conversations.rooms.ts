import type { ConversationsTable } from '#server/db/tables/chat.ts'
import type { Room } from '#server/realtime/live.ts'

/** Returns the ids of the two people in a private conversation. */
export const pairOf = ({ pairKey }: Pick<ConversationsTable, 'pairKey'>): string[] => pairKey?.split(':') ?? []

export const pairKeyOf = (one: string, other: string): string => [one, other].toSorted().join(':')

export const otherOf = (conversation: Pick<ConversationsTable, 'pairKey'>, me: { readonly _id: string }): string | undefined =>
  pairOf(conversation).find((id) => id !== me._id)

export const groupRoom = (id: string): Room => `conversation:${id}`
export const personRoom = (id: string): Room => `person:${id}`

/**
 * Returns the rooms for a conversation's events: a group has its own room, a private conversation uses the rooms of its two
 * people.
 */
export const roomsOf = (conversation: Pick<ConversationsTable, 'id' | 'pairKey'>): Room[] =>
  conversation.pairKey === null ? [groupRoom(conversation.id)] : pairOf(conversation).map(personRoom)
