import type { Platform } from '#server/feature/platform.ts'
import { chatEvents } from '../conversations.events.ts'
import type { SharedConversation } from '../conversations.shapes.contract.ts'
import { groupRoom, personRoom } from './conversations.rooms.ts'
import { showGroup } from './conversations.show.service.ts'

type Telling = Pick<Platform, 'db' | 'clock' | 'live'>

/** Subscribes new members to a group's events, and sends them the group. */
export const tellAdded = async (ctx: Telling, id: string, userIds: readonly string[]): Promise<SharedConversation> => {
  ctx.live.enter(userIds, groupRoom(id))
  const shown = await showGroup(ctx, id)
  ctx.live.publish(userIds.map(personRoom), chatEvents.conversationCreated, shown)
  return shown
}

/** Sends everybody in a group its current state. */
export const tellMembers = async (ctx: Telling, id: string): Promise<SharedConversation> => {
  const shown = await showGroup(ctx, id)
  ctx.live.publish([groupRoom(id)], chatEvents.conversationUpdated, shown)
  if (shown.isEncrypted) ctx.live.publish([groupRoom(id)], chatEvents.encryptionChanged, { conversationId: id })
  return shown
}

/** Unsubscribes people who are no longer in a group from its events, then notifies them. */
export const tellRemoved = ({ live }: Telling, id: string, userIds: readonly string[]): void => {
  live.leave(userIds, groupRoom(id))
  live.publish(userIds.map(personRoom), chatEvents.conversationRemoved, { conversationId: id })
}
