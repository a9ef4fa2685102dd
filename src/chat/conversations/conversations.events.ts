import * as z from 'zod/mini'
import { event, inboundEvent } from '#contract/event.ts'
import { Id, RoleName } from '#contract/fields.ts'
import { chatLimits } from './conversations.limits.ts'
import { Conversation, Message, Reaction, SharedConversation } from './conversations.shapes.contract.ts'

const change = z.int()
const InConversation = z.object({ conversationId: Id })
const Typing = z.object({ conversationId: Id, userId: Id, userName: z.string(), userRole: RoleName })
/** A group is sent to all members in the same form, without each member's own fields. */
const AnyConversation = z.union([Conversation, SharedConversation])

/** Events about conversations that the server sends. */
export const chatEvents = {
  newMessage: event({ name: 'new_message', audience: 'members', summary: 'A message was sent', payload: Message }),
  messageEdited: event({ name: 'message_edited', audience: 'members', summary: 'A message was edited', payload: Message }),
  messageDeleted: event({
    name: 'message_deleted',
    audience: 'members',
    summary: 'A message was deleted',
    payload: z.object({ messageId: Id, conversationId: Id, change }),
  }),
  messageReactionUpdated: event({
    name: 'message_reaction_updated',
    audience: 'members',
    summary: 'A reaction was added or removed: all reactions of the message',
    payload: z.object({ messageId: Id, conversationId: Id, reactions: z.array(Reaction), change }),
  }),
  messageRead: event({
    name: 'message_read',
    audience: 'members',
    summary: 'How far someone has read: to their own devices and, unless one blocks the other, to those whose messages they read',
    payload: z.object({ conversationId: Id, userId: Id, seq: z.int() }),
  }),
  messageDelivered: event({
    name: 'message_delivered',
    audience: 'members',
    summary:
      'To a sender: a device of everyone else in the conversation has received it up to `seq`, apart from people one of whom blocks the other',
    payload: z.object({ conversationId: Id, seq: z.int() }),
  }),
  userTyping: event({ name: 'user_typing', audience: 'viewers', summary: 'Someone is typing', payload: Typing }),
  userStopTyping: event({ name: 'user_stop_typing', audience: 'viewers', summary: 'Someone has stopped typing', payload: Typing }),
  conversationCreated: event({
    name: 'conversation_created',
    audience: 'members',
    summary: 'To its new members: a private conversation began, or they were added to a group',
    payload: AnyConversation,
  }),
  conversationUpdated: event({
    name: 'conversation_updated',
    audience: 'members',
    summary: 'To all members of a group that changed, or to one’s own devices after a change of one’s own settings',
    payload: AnyConversation,
  }),
  conversationRemoved: event({
    name: 'conversation_removed',
    audience: 'removed',
    summary: 'The group was deleted, or the person is no longer a member',
    payload: InConversation,
  }),
  encryptionChanged: event({
    name: 'encryption_changed',
    audience: 'members',
    summary: 'The keys of the conversation, or whether it can be encrypted, may have changed',
    payload: InConversation,
  }),
}

/** Events about conversations that a browser sends. */
export const chatInbound = {
  joinConversations: inboundEvent({
    name: 'join_conversations',
    summary: 'Asks for the events of these groups, as far as one is a member',
    input: z.array(Id).check(z.maxLength(chatLimits.joinedAtOnce)),
  }),
  typingStart: inboundEvent({ name: 'typing_start', summary: 'One is typing in this conversation', input: Id }),
  typingStop: inboundEvent({ name: 'typing_stop', summary: 'One has stopped typing in this conversation', input: Id }),
  focus: inboundEvent({ name: 'focus', summary: 'The conversation on the screen, or null', input: z.nullable(Id) }),
  markMessageRead: inboundEvent({
    name: 'mark_message_read',
    summary: 'One has read everything up to this message',
    input: z.object({ messageId: Id, conversationId: Id }),
  }),
  messagesReceived: inboundEvent({
    name: 'messages_received',
    summary: 'This device has received each of these conversations up to a number',
    input: z
      .array(z.object({ conversationId: Id, seq: z.int().check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER)) }))
      .check(z.maxLength(chatLimits.receivedAtOnce)),
  }),
}
