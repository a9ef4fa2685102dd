import type { Actor } from '#contract/actor.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Platform } from '#server/feature/platform.ts'
import { chatPolicy } from '../chat.policy.ts'
import type { Conversation, LastMessage, Participant, SharedConversation } from '../chat.shapes.contract.ts'
import { briefly, personShower, previewSaid, type SealedMessages, sealedMessages } from './chat.answer.ts'
import { blockedAmong, blockedWith } from './chat.blocks.db.ts'
import * as rows from './chat.conversations.db.ts'
import * as people from './chat.people.db.ts'
import { otherOf, pairOf } from './chat.rooms.ts'
import { writingIn } from './chat.writing.service.ts'

type Asking = Pick<Platform, 'db' | 'clock' | 'config'> & { me: Actor; now: Date }

const lastMessageOf = (row: rows.DetailedRow, sealed: SealedMessages): LastMessage | null =>
  row.lastId === null || row.lastType === null || row.lastSenderId === null || row.lastAt === null || row.lastClientId === null
    ? null
    : {
        _id: row.lastId,
        seq: row.lastSeq,
        type: row.lastType,
        content: previewSaid({
          content: row.lastContent,
          fileName: row.lastFileName,
          revision: row.lastRevision,
          deletedAt: row.lastDeletedAt,
        }),
        sender: { _id: row.lastSenderId, name: row.lastSenderName ?? '' },
        timestamp: row.lastAt,
        isDeleted: row.lastDeletedAt !== null,
        ...(row.lastRevision !== null && {
          encryption: row.lastDeletedAt === null ? briefly(sealed.get(row.lastId)) : null,
          clientId: row.lastClientId,
        }),
      }

/** What the last messages of these conversations say, those that are encrypted. */
const sealedAmong = (ctx: Pick<Platform, 'db'>, found: readonly rows.DetailedRow[]): Promise<SealedMessages> =>
  sealedMessages(
    ctx.db,
    found.flatMap(({ lastId, lastRevision }) => (lastId === null || lastRevision === null ? [] : [lastId])),
  )

const participantsOf = async (
  ctx: Pick<Platform, 'db'>,
  found: readonly rows.DetailedRow[],
): Promise<Map<string, people.ParticipantRow[]>> => {
  const own = found.filter(({ builtIn }) => builtIn === null).map(({ id }) => id)
  const listed = await people.participantsOf(ctx.db, own, limits.participantsListed)
  const byConversation = Map.groupBy(listed, ({ conversationId }) => conversationId)
  for (const { id, builtIn } of found)
    if (builtIn !== null) byConversation.set(id, await people.everybodyIn(ctx.db, id, limits.participantsListed))
  return byConversation
}

type Show = Awaited<ReturnType<typeof personShower>>

/** A private conversation is called as the other person or, for those who are not in it, as both. */
const nameFor = (me: Actor, { pairKey }: rows.DetailedRow, people: readonly people.ParticipantRow[]): string =>
  people
    .filter(({ id }) => (pairOf({ pairKey }).includes(me._id) ? id === otherOf({ pairKey }, me) : true))
    .map(({ name }) => name)
    .join(' & ')

type Besides = { people: readonly people.ParticipantRow[]; show: Show; sealed: SealedMessages }

const toShared = (row: rows.DetailedRow, me: Actor, { people, show, sealed }: Besides): SharedConversation => ({
  _id: row.id,
  type: row.type,
  name: row.name ?? nameFor(me, row, people),
  description: row.description,
  builtIn: row.builtIn,
  postPolicy: row.postPolicy,
  isEncrypted: row.encryptedAt !== null,
  participants: people.map((person): Participant => ({ user: show(person), readSeq: person.readSeq })),
  participantCount: people[0]?.total ?? 0,
  lastMessage: lastMessageOf(row, sealed),
  firstSeq: row.firstSeq,
  lastSeq: row.lastSeq,
  lastChange: row.lastChange,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})

/** A conversation that does not tell how far these people have read. */
const withoutReading = (shared: SharedConversation, hidden: ReadonlySet<string>): SharedConversation => ({
  ...shared,
  participants: shared.participants.map((each) => (hidden.has(each.user._id) ? { ...each, readSeq: 0 } : each)),
})

/** Conversations as one of their members sees them, in the order of the ids. Not inside a transaction. */
export const showConversations = async (ctx: Asking, ids: readonly string[]): Promise<Conversation[]> => {
  if (ids.length === 0) return []
  const found = await rows.details(ctx.db, ctx.me._id, ids, limits.unreadCounted)
  const participants = await participantsOf(ctx, found)
  const writing = await writingIn(ctx, found)
  const show = await personShower(ctx, ctx.me)
  const sealed = await sealedAmong(ctx, found)
  const hidden = await blockedWith(ctx.db, ctx.me._id)
  const now = ctx.now.toISOString()
  const shown = new Map(
    found.map((row): [string, Conversation] => {
      const judged = writing.get(row.id)
      const kind = judged && chatPolicy.whyNotWrite(judged)
      return [
        row.id,
        {
          ...withoutReading(toShared(row, ctx.me, { people: participants.get(row.id) ?? [], show, sealed }), hidden),
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

const nobody: Actor = { _id: '', name: '', role: 'student' }

/** Conversations as someone sees them who is in none of them, in the order of the ids. Not inside a transaction. */
export const showShared = async (ctx: Pick<Platform, 'db' | 'clock'>, ids: readonly string[]): Promise<SharedConversation[]> => {
  if (ids.length === 0) return []
  const found = await rows.details(ctx.db, '', ids, 1)
  const participants = await participantsOf(ctx, found)
  const show = await personShower(ctx, null)
  const sealed = await sealedAmong(ctx, found)
  const shown = new Map(found.map((row) => [row.id, toShared(row, nobody, { people: participants.get(row.id) ?? [], show, sealed })]))
  return ids.flatMap((id) => shown.get(id) ?? [])
}

/** A group as all of its members see it alike, for events. */
export const showGroup = async (ctx: Pick<Platform, 'db' | 'clock'>, id: string): Promise<SharedConversation> => {
  const [group] = await showShared(ctx, [id])
  if (!group) throw new AppError(commonErrors.notFound)
  const ids = group.participants.map(({ user }) => user._id)
  return withoutReading(group, await blockedAmong(ctx.db, ids))
}
