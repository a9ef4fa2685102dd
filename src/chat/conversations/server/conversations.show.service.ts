import type { Actor } from '#contract/actor.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { toWhyNot } from '#contract/whyNot.ts'
import type { Platform } from '#server/feature/platform.ts'
import { type HallNow, hallToday } from '#server/hallDay.ts'
import { chatLimits } from '../conversations.limits.ts'
import type { Conversation, LastMessage, Participant, SharedConversation } from '../conversations.shapes.contract.ts'
import { writingPolicy } from '../conversations.writing.policy.ts'
import { briefly, type Ciphertexts, chatPersonMapper, ciphertextsOf, previewSaid } from './conversations.answer.ts'
import { blockedAmong, blockedWith } from './conversations.blocks.db.ts'
import * as rows from './conversations.db.ts'
import { deliveredToOthers } from './conversations.delivered.db.ts'
import * as people from './conversations.people.db.ts'
import { otherOf, pairOf } from './conversations.rooms.ts'
import { writingIn } from './conversations.writing.service.ts'

type Asking = Pick<Platform, 'db' | 'clock' | 'config'> & HallNow & { me: Actor }

const lastMessageOf = (row: rows.DetailedRow, ciphertexts: Ciphertexts): LastMessage | null =>
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
          encryption: row.lastDeletedAt === null ? briefly(ciphertexts.get(row.lastId)) : null,
          clientId: row.lastClientId,
        }),
      }

/** Returns the ciphertexts of the last messages that are encrypted. */
const lastCiphertexts = (ctx: Pick<Platform, 'db'>, found: readonly rows.DetailedRow[]): Promise<Ciphertexts> =>
  ciphertextsOf(
    ctx.db,
    found.flatMap(({ lastId, lastRevision }) => (lastId === null || lastRevision === null ? [] : [lastId])),
  )

const participantsOf = async (
  ctx: Pick<Platform, 'db'>,
  found: readonly rows.DetailedRow[],
): Promise<Map<string, people.ParticipantRow[]>> => {
  const own = found.filter(({ builtIn }) => builtIn === null).map(({ id }) => id)
  const listed = await people.participantsOf(ctx.db, own, chatLimits.participantsListed)
  const byConversation = Map.groupBy(listed, ({ conversationId }) => conversationId)
  for (const { id, builtIn } of found)
    if (builtIn !== null) byConversation.set(id, await people.everybodyIn(ctx.db, id, chatLimits.participantsListed))
  return byConversation
}

type ToChatPerson = Awaited<ReturnType<typeof chatPersonMapper>>

/** Returns the name of a private conversation: the other person, or both people for a reader who is not in it. */
const nameFor = (me: Actor, { pairKey }: rows.DetailedRow, people: readonly people.ParticipantRow[]): string =>
  people
    .filter(({ id }) => (pairOf({ pairKey }).includes(me._id) ? id === otherOf({ pairKey }, me) : true))
    .map(({ name }) => name)
    .join(' & ')

type Besides = { people: readonly people.ParticipantRow[]; toPerson: ToChatPerson; ciphertexts: Ciphertexts }

const toShared = (row: rows.DetailedRow, me: Actor, { people, toPerson, ciphertexts }: Besides): SharedConversation => ({
  _id: row.id,
  type: row.type,
  name: row.name ?? nameFor(me, row, people),
  description: row.description,
  builtIn: row.builtIn,
  postPolicy: row.postPolicy,
  isEncrypted: row.encryptedAt !== null,
  participants: people.map((person): Participant => ({ user: toPerson(person), readSeq: person.readSeq })),
  participantCount: people[0]?.total ?? 0,
  lastMessage: lastMessageOf(row, ciphertexts),
  firstSeq: row.firstSeq,
  lastSeq: row.lastSeq,
  lastChange: row.lastChange,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})

/** Returns the conversation without these people's read positions. */
const withoutReading = (shared: SharedConversation, hidden: ReadonlySet<string>): SharedConversation => ({
  ...shared,
  participants: shared.participants.map((each) => (hidden.has(each.user._id) ? { ...each, readSeq: 0 } : each)),
})

/** Returns conversations as one member sees them, in the order of the ids. Must not be called inside a transaction. */
export const showConversations = async (ctx: Asking, ids: readonly string[]): Promise<Conversation[]> => {
  if (ids.length === 0) return []
  const found = await rows.details(ctx.db, ctx.me._id, ids, chatLimits.unreadCounted)
  const participants = await participantsOf(ctx, found)
  const writing = await writingIn(ctx, found)
  const toPerson = await chatPersonMapper(ctx, ctx.me)
  const ciphertexts = await lastCiphertexts(ctx, found)
  const hidden = await blockedWith(ctx.db, ctx.me._id)
  const received = await deliveredToOthers(ctx.db, [ctx.me._id], ids, hallToday(ctx))
  const delivered = new Map(received.map(({ conversationId, seq }) => [conversationId, seq]))
  const now = ctx.now.toISOString()
  const shown = new Map(
    found.map((row): [string, Conversation] => {
      const judged = writing.get(row.id)
      const kind = judged && writingPolicy.whyNotWrite(judged)
      return [
        row.id,
        {
          ...withoutReading(toShared(row, ctx.me, { people: participants.get(row.id) ?? [], toPerson, ciphertexts }), hidden),
          unreadCount: row.unreadCount ?? 0,
          unreadMentions: row.unreadMentions ?? 0,
          markedUnread: row.markedUnread === 1,
          readSeq: row.readSeq,
          deliveredSeq: delivered.get(row.id) ?? 0,
          mutedUntil: row.mutedUntil !== null && row.mutedUntil > now ? row.mutedUntil : null,
          notify: row.notify ?? 'all',
          whyNotWrite: kind ? toWhyNot(kind) : null,
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

/** Returns conversations as a non-member sees them, in the order of the ids. Must not be called inside a transaction. */
export const showShared = async (ctx: Pick<Platform, 'db' | 'clock'>, ids: readonly string[]): Promise<SharedConversation[]> => {
  if (ids.length === 0) return []
  const found = await rows.details(ctx.db, '', ids, 1)
  const participants = await participantsOf(ctx, found)
  const toPerson = await chatPersonMapper(ctx, null)
  const ciphertexts = await lastCiphertexts(ctx, found)
  const shown = new Map(
    found.map((row) => [row.id, toShared(row, nobody, { people: participants.get(row.id) ?? [], toPerson, ciphertexts })]),
  )
  return ids.flatMap((id) => shown.get(id) ?? [])
}

/** Returns a group in the form that all members see, for events. */
export const showGroup = async (ctx: Pick<Platform, 'db' | 'clock'>, id: string): Promise<SharedConversation> => {
  const [group] = await showShared(ctx, [id])
  if (!group) throw new AppError(commonErrors.notFound)
  const ids = group.participants.map(({ user }) => user._id)
  return withoutReading(group, await blockedAmong(ctx.db, ids))
}
