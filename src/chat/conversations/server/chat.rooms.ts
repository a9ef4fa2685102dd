import type { ConversationsTable } from '#server/db/tables.ts'
import type { Room } from '#server/realtime/live.ts'

/** The two people of a private conversation. */
export const pairOf = ({ pairKey }: Pick<ConversationsTable, 'pairKey'>): string[] => pairKey?.split(':') ?? []

export const pairKeyOf = (one: string, other: string): string => [one, other].toSorted().join(':')

export const otherOf = (conversation: Pick<ConversationsTable, 'pairKey'>, me: { readonly _id: string }): string | undefined =>
  pairOf(conversation).find((id) => id !== me._id)

export const groupRoom = (id: string): Room => `conversation:${id}`
export const personRoom = (id: string): Room => `person:${id}`

/** Where the people of a conversation are heard: a group has a room, a private conversation needs none besides the two people's. */
export const roomsOf = (conversation: Pick<ConversationsTable, 'id' | 'pairKey'>): Room[] =>
  conversation.pairKey === null ? [groupRoom(conversation.id)] : pairOf(conversation).map(personRoom)
