import { feature } from '#server/http/feature.ts'
import type { Ctx } from '#server/platform.ts'
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
import { search, tidySearch } from './chat.search.service.ts'

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
      { name: 'tidy the search in messages', everySeconds: DAY, alone: true, run: tidySearch },
    ],
    guards: { markRead: mustSee, updateSettings: mustSee, post: mustSee, edit: mustSeeMessage, react: mustSeeMessage },
    onPersonRemoved: async (tx, id) => requireNewKeys(tx, await removeOfPerson(tx, id)),
  },
)
