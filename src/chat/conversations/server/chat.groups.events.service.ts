import type { Platform } from '#server/feature/platform.ts'
import type { SharedConversation } from '../chat.shapes.contract.ts'
import { groupRoom, personRoom } from './chat.rooms.ts'
import { showGroup } from './chat.show.service.ts'

type Telling = Pick<Platform, 'db' | 'clock' | 'live'>

/** Lets people hear a group that they are in now, and shows it to them. */
export const tellAdded = async (ctx: Telling, id: string, userIds: readonly string[]): Promise<SharedConversation> => {
  ctx.live.enter(userIds, groupRoom(id))
  const shown = await showGroup(ctx, id)
  ctx.live.publish(userIds.map(personRoom), 'conversation_created', shown)
  return shown
}

/** Tells everybody in a group what it is like now. */
export const tellMembers = async (ctx: Telling, id: string): Promise<SharedConversation> => {
  const shown = await showGroup(ctx, id)
  ctx.live.publish([groupRoom(id)], 'conversation_updated', shown)
  if (shown.isEncrypted) ctx.live.publish([groupRoom(id)], 'encryption_changed', { conversationId: id })
  return shown
}

/** Takes people who are in a group no longer away from what is said there, and then tells them. */
export const tellRemoved = ({ live }: Telling, id: string, userIds: readonly string[]): void => {
  live.leave(userIds, groupRoom(id))
  live.publish(userIds.map(personRoom), 'conversation_removed', { conversationId: id })
}
