import { feature } from '#server/feature/feature.ts'
import { personDeleted } from '#server/feature/hooks.ts'
import { DAY, HOUR } from '#server/time.ts'
import { chatApi } from '../conversations.contract.ts'
import { chatEvents } from '../conversations.events.ts'
import { assertReadable } from './conversations.authorize.service.ts'
import { block, unblock } from './conversations.blocks.service.ts'
import { assertMessageReadable, edit, react, remove } from './conversations.changes.service.ts'
import { chatChannel } from './conversations.channel.ts'
import { requireNewKeys } from './conversations.ciphertexts.db.ts'
import { clearGroups } from './conversations.groups.service.ts'
import { messages, post } from './conversations.messages.service.ts'
import { removeFromGroups } from './conversations.people.db.ts'
import { blocks, participants, readers, searchPeople } from './conversations.people.service.ts'
import { markRead, markUnread } from './conversations.reads.service.ts'
import { eraseWords, search, tidySearch } from './conversations.search.service.ts'
import { conversation, conversations, joinGeneral, openPrivate, unread, updateSettings } from './conversations.service.ts'

/** Maximum time until the words of a deleted message are removed from the index. */
const ERASE_SECONDS = 10

export const chatFeature = feature(
  chatApi,
  {
    conversations,
    unread,
    conversation,
    participants,
    openPrivate,
    joinGeneral,
    markRead,
    markUnread,
    updateSettings,
    people: searchPeople,
    blocks,
    block,
    unblock,
    search,
    messages,
    post,
    edit,
    remove,
    react,
    readers,
  },
  {
    tables: {
      conversations: null,
      conversationMembers: 'conversations',
      conversationReads: null,
      conversationSettings: 'chat',
      messages: null,
      messageVersions: null,
      messageReactions: null,
      messageMentions: null,
      messageCiphertexts: null,
      blocks: 'chat',
    },
    events: chatEvents,
    channel: chatChannel,
    jobs: [
      { name: 'clear deleted groups', everySeconds: HOUR, alone: true, run: clearGroups },
      { name: 'erase the words of deleted messages', everySeconds: ERASE_SECONDS, run: eraseWords },
      { name: 'tidy the search in messages', everySeconds: DAY, alone: true, run: tidySearch },
    ],
    guards: {
      markRead: assertReadable,
      updateSettings: assertReadable,
      post: assertReadable,
      edit: assertMessageReadable,
      react: assertMessageReadable,
    },
    hooks: [personDeleted.by(async (tx, id) => requireNewKeys(tx, await removeFromGroups(tx, id)))],
  },
)
