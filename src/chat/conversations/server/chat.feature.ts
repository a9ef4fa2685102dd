import { feature } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { DAY, HOUR } from '#server/time.ts'
import { chatApi } from '../chat.contract.ts'
import { block, unblock } from './chat.blocks.service.ts'
import { edit, mustSeeMessage, react, remove } from './chat.changes.service.ts'
import { chatChannel } from './chat.channel.ts'
import { conversation, conversations, joinGeneral, openPrivate, unread, updateSettings } from './chat.conversations.service.ts'
import { clearGroups } from './chat.groups.service.ts'
import { mustBeMember } from './chat.membership.service.ts'
import { messages, post } from './chat.messages.service.ts'
import { removeOfPerson } from './chat.people.db.ts'
import { blocks, participants, readers, searchPeople } from './chat.people.service.ts'
import { markRead, markUnread } from './chat.reads.service.ts'
import { requireNewKeys } from './chat.sealed.db.ts'
import { eraseWords, search, tidySearch } from './chat.search.service.ts'

/** The words of a deleted message are gone from the index within this time. */
const ERASE_SECONDS = 10

const mustSee = (ctx: Ctx, { params: { id } }: { params: { id: string } }) => mustBeMember(ctx, id)

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
    channel: chatChannel,
    jobs: [
      { name: 'clear deleted groups', everySeconds: HOUR, alone: true, run: clearGroups },
      { name: 'erase the words of deleted messages', everySeconds: ERASE_SECONDS, run: eraseWords },
      { name: 'tidy the search in messages', everySeconds: DAY, alone: true, run: tidySearch },
    ],
    guards: { markRead: mustSee, updateSettings: mustSee, post: mustSee, edit: mustSeeMessage, react: mustSeeMessage },
    onPersonRemoved: async (tx, id) => requireNewKeys(tx, await removeOfPerson(tx, id)),
  },
)
