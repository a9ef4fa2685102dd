import { CallError } from '#web/api/callError.ts'
import { onForget } from '#web/api/session.ts'
import { chatLimits } from '../../../conversations.limits.ts'
import { messageCalls } from '../../../conversations.messages.contract.ts'
import type { Call } from '../environment.ts'
import {
  type ConversationsReply,
  type MessagesReply,
  readMessages,
  storeChanges,
  storedConversations,
  storeRemoval,
} from './storedChats.ts'

/*
 * What was deleted or edited while this device had no connection, or with Chat closed, also goes from conversations that nobody opens,
 * and so does a conversation that the person was removed from.
 */

type Line = { call: Call; token: string }

/** The change up to which conversations were reviewed in this page, by id. */
const reviewed = new Map<string, number>()
onForget(() => reviewed.clear())

/** Fetches what has changed in one stored conversation, and deletes it if the person may no longer read it. */
const reviewChat = async (id: string, { call, token }: Line): Promise<void> => {
  for (;;) {
    const from = ((await readMessages(id))?.reply as MessagesReply | undefined)?.lastChange
    if (from === undefined) return
    try {
      const query = { changedAfter: String(from), limit: String(chatLimits.messagesMax) }
      const page = await call(messageCalls.messages, { params: { id }, query })
      await storeChanges(id, page, from, token)
      if (!page.hasMore || page.items.length === 0) return
    } catch (error) {
      if (!(error instanceof CallError && [403, 404].includes(error.status))) throw error
      return storeRemoval(id, token)
    }
  }
}

/** Reviews the stored conversations by the list as the server has it now; `before` is the stored one. Rejects without a connection. */
export const reviewChats = async (now: ConversationsReply, before: ConversationsReply | undefined, line: Line): Promise<void> => {
  const last = now.items.at(-1)
  for (const id of await storedConversations()) {
    const listed = now.items.find(({ _id }) => _id === id)
    const known = before?.items.find(({ _id }) => _id === id)
    const isCovered = now.nextCursor === null || (known !== undefined && last !== undefined && known.updatedAt > last.updatedAt)
    if (!listed && isCovered) await storeRemoval(id, line.token)
    else if (!reviewed.has(id) || (listed && listed.lastChange > (reviewed.get(id) ?? 0))) {
      if (!listed || listed.lastChange > (((await readMessages(id))?.reply as MessagesReply | undefined)?.lastChange ?? 0))
        await reviewChat(id, line)
      reviewed.set(id, listed?.lastChange ?? 0)
    }
  }
}
