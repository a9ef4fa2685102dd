import type { PushMessage } from '#contract/pushMessage.ts'
import { type Notifying, notifyPeople } from '#people/push/server/push.notify.service.ts'
import type { ConversationsTable } from '#server/db/tables/chat.ts'
import { previewOf } from '../conversations.preview.policy.ts'
import type { Message } from '../conversations.shapes.contract.ts'
import { blockedWith } from './conversations.blocks.db.ts'
import { membersAmong } from './conversations.people.db.ts'
import { quietedAmong } from './conversations.reads.db.ts'

type Notified = Pick<ConversationsTable, 'id' | 'name' | 'type' | 'builtIn' | 'encryptedAt'>

/** Returns what a notification says. Of an encrypted message the server knows who sent it, and nothing else. */
const pushOf = ({ id, name, type, encryptedAt }: Notified, { sender, content, encryption, type: kind }: Message): PushMessage => {
  const isEncrypted = encryptedAt !== null || encryption !== undefined
  return {
    kind: 'messages',
    sender: sender.name,
    ...(type === 'group' && name !== null && { group: name }),
    ...(!isEncrypted && content !== null && { text: previewOf(content) }),
    ...(!isEncrypted && kind !== 'text' && { file: kind }),
    tag: `chat-${id}`,
    path: `/chat?c=${encodeURIComponent(id)}`,
  }
}

/** Notifies the other members of a new message, except those who have muted the conversation or a block separates from the sender. */
export const notifyOfMessage = (ctx: Notifying, conversation: Notified, message: Message): void =>
  notifyPeople(ctx, async (subscribers) => {
    const { db } = ctx
    const { _id: senderId } = message.sender
    const others = await membersAmong(
      db,
      conversation,
      subscribers.filter((id) => id !== senderId),
    )
    const ids = others.map(({ id }) => id)
    const blocked = await blockedWith(db, senderId)
    const mentioned = message.mentions.map(({ _id }) => _id)
    const quieted = await quietedAmong(db, conversation.id, ids, mentioned, message.createdAt)
    const push = pushOf(conversation, message)
    return ids.filter((id) => !blocked.has(id) && !quieted.has(id)).map((personId) => ({ personId, message: push }))
  })
