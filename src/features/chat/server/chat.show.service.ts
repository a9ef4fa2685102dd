import type { Actor } from '#contract/actor.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Platform } from '#server/platform.ts'
import { chatPolicy } from '../chat.policy.ts'
import type { Conversation, LastMessage, Participant, SharedConversation } from '../chat.shapes.contract.ts'
import { personShower, previewOf } from './chat.answer.ts'
import * as rows from './chat.conversations.db.ts'
import * as people from './chat.people.db.ts'
import { otherOf } from './chat.rooms.ts'
import { writingIn } from './chat.writing.service.ts'

type Asking = Pick<Platform, 'db' | 'clock'> & { me: Actor; now: Date }

const lastMessageOf = (row: rows.DetailedRow): LastMessage | null =>
  row.lastId === null || row.lastType === null || row.lastSenderId === null || row.lastAt === null
    ? null
    : {
        _id: row.lastId,
        seq: row.lastSeq,
        type: row.lastType,
        content: row.lastDeletedAt === null ? previewOf(row.lastContent) : null,
        sender: { _id: row.lastSenderId, name: row.lastSenderName ?? '' },
        timestamp: row.lastAt,
        isDeleted: row.lastDeletedAt !== null,
      }

const participantsOf = async (ctx: Asking, found: readonly rows.DetailedRow[]): Promise<Map<string, people.ParticipantRow[]>> => {
  const own = found.filter(({ builtIn }) => builtIn === null).map(({ id }) => id)
  const listed = await people.participantsOf(ctx.db, own, limits.participantsListed)
  const byConversation = Map.groupBy(listed, ({ conversationId }) => conversationId)
  for (const { id, builtIn } of found)
    if (builtIn !== null) byConversation.set(id, await people.everybodyIn(ctx.db, id, limits.participantsListed))
  return byConversation
}

type Show = Awaited<ReturnType<typeof personShower>>

const toShared = (row: rows.DetailedRow, me: Actor, people: readonly people.ParticipantRow[], show: Show): SharedConversation => ({
  _id: row.id,
  type: row.type,
  name: row.name ?? people.find(({ id }) => id === otherOf(row, me))?.name ?? '',
  description: row.description,
  builtIn: row.builtIn,
  postPolicy: row.postPolicy,
  isEncrypted: row.encryptedAt !== null,
  participants: people.map((person): Participant => ({ user: show(person), readSeq: person.readSeq })),
  participantCount: people[0]?.total ?? 0,
  lastMessage: lastMessageOf(row),
  firstSeq: row.firstSeq,
  lastSeq: row.lastSeq,
  lastChange: row.lastChange,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})

/** Conversations as one of their members sees them, in the order of the ids. Not inside a transaction. */
export const showConversations = async (ctx: Asking, ids: readonly string[]): Promise<Conversation[]> => {
  if (ids.length === 0) return []
  const found = await rows.details(ctx.db, ctx.me._id, ids, limits.unreadCounted)
  const participants = await participantsOf(ctx, found)
  const writing = await writingIn(ctx, found)
  const show = await personShower(ctx, ctx.me)
  const now = ctx.now.toISOString()
  const shown = new Map(
    found.map((row): [string, Conversation] => {
      const judged = writing.get(row.id)
      const kind = judged && chatPolicy.whyNotWrite(judged)
      return [
        row.id,
        {
          ...toShared(row, ctx.me, participants.get(row.id) ?? [], show),
          unreadCount: row.unreadCount ?? 0,
          unreadMentions: row.unreadMentions ?? 0,
          markedUnread: row.markedUnread === 1,
          readSeq: row.readSeq,
          mutedUntil: row.mutedUntil !== null && row.mutedUntil > now ? row.mutedUntil : null,
          notify: row.notify ?? 'all',
          whyNotWrite: kind ? { code: kind.code, message: kind.message } : null,
        },
      ]
    }),
  )
  return ids.flatMap((id) => shown.get(id) ?? [])
}

export const showConversation = async (ctx: Asking, id: string): Promise<Conversation> => {
  const [conversation] = await showConversations(ctx, [id])
  if (!conversation) throw new AppError(commonErrors.notFound)
  return conversation
}

/** A group as all of its members see it alike, for events. */
export const showGroup = async (ctx: Pick<Platform, 'db' | 'clock'>, id: string): Promise<SharedConversation> => {
  const nobody: Actor = { _id: '', name: '', role: 'student' }
  const asking = { ...ctx, me: nobody, now: ctx.clock() }
  const [row] = await rows.details(ctx.db, '', [id], 1)
  if (!row) throw new AppError(commonErrors.notFound)
  const participants = await participantsOf(asking, [row])
  return toShared(row, nobody, participants.get(id) ?? [], await personShower(ctx, null))
}
