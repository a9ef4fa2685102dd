import { endInstant } from '#contract/day.ts'
import type { Reply } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { fold } from '#server/db/fold.ts'
import { newId } from '#server/db/ids.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { byId, pageOf } from '#server/http/paging.ts'
import type { chatApi } from '../conversations.contract.ts'
import { chatEvents } from '../conversations.events.ts'
import { type Conversation, chatErrors } from '../conversations.shapes.contract.ts'
import { authorize, authorizePair } from './conversations.authorize.service.ts'
import * as rows from './conversations.db.ts'
import * as people from './conversations.people.db.ts'
import * as reads from './conversations.reads.db.ts'
import { pairKeyOf, personRoom } from './conversations.rooms.ts'
import { showConversation, showConversations } from './conversations.show.service.ts'

export const conversations = async (
  ctx: Ctx,
  { query }: Input<typeof chatApi.conversations>,
): Promise<Reply<typeof chatApi.conversations>> => {
  const filter = { search: query.search ? fold(query.search) : undefined, type: query.type, unread: query.unread ?? false }
  const page = await pageOf(byId, query, (limit, after) => rows.page(ctx.db, ctx.me._id, filter, limit, after))
  const ids = page.items.map(({ conversationId }) => conversationId)
  return { items: await showConversations(ctx, ids), nextCursor: page.nextCursor }
}

const MOST_COUNTED = 100

export const unread = async ({ db, me, now }: Ctx): Promise<{ count: number }> => ({
  count: await rows.countUnread(db, me._id, now.toISOString(), MOST_COUNTED),
})

export const conversation = async (ctx: Ctx, { params }: Input<typeof chatApi.conversation>): Promise<Conversation> => {
  await authorize(ctx.db, ctx, params.id, 'read')
  return showConversation(ctx, params.id)
}

export const joinGeneral = (ctx: Ctx): Promise<Conversation> => showConversation(ctx, 'general')

/**
 * Starts a private conversation unless one exists; returns its id and whether it is new. It appears for both people, so a person
 * who could not write in it cannot start it either.
 */
const begin = (ctx: Ctx, userId: string): Promise<{ id: string; isNew: boolean }> =>
  ctx.transact(async (tx) => {
    const { me, now } = ctx
    const pairKey = await authorizePair(tx, ctx, pairKeyOf(me._id, userId))
    const [id, at] = [newId(), now.toISOString()]
    const begun = rows.begun({
      id,
      type: 'private',
      builtIn: null,
      name: null,
      nameFolded: null,
      description: '',
      pairKey,
      postPolicy: 'all',
      firstSeq: 1,
      lastSeq: 0,
      lastChange: 0,
      activity: id,
      createdBy: me._id,
      createdAt: at,
      updatedAt: at,
      deletedAt: null,
    })
    const isNew = await rows.insert(tx, begun)
    if (isNew) {
      await rows.insertMembers(tx, id, [me._id, userId], 0, at)
      return { id, isNew }
    }
    const known = await rows.byPairKey(tx, pairKey)
    if (!known) throw new AppError(commonErrors.conflict)
    return { id: known.id, isNew }
  })

export const openPrivate = async (ctx: Ctx, { body: { userId } }: Input<typeof chatApi.openPrivate>): Promise<Conversation> => {
  if (userId === ctx.me._id) throw new AppError(chatErrors.yourself, { field: 'userId' })
  const other = await people.byId(ctx.db, userId)
  if (!other || other.deletedAt !== null) throw new AppError(commonErrors.notFound)
  const known = await rows.byPairKey(ctx.db, pairKeyOf(ctx.me._id, userId))
  if (known) return showConversation(ctx, known.id)
  const { id, isNew } = await begin(ctx, userId)
  const shown = await showConversation(ctx, id)
  if (isNew) {
    ctx.live.publish([personRoom(ctx.me._id)], chatEvents.conversationCreated, shown)
    const { id: _id, name, role } = other
    ctx.live.publish([personRoom(_id)], chatEvents.conversationCreated, await showConversation({ ...ctx, me: { _id, name, role } }, id))
  }
  return shown
}

export const updateSettings = async (ctx: Ctx, { params: { id }, body }: Input<typeof chatApi.updateSettings>): Promise<Conversation> => {
  const conversation = await authorize(ctx.db, ctx, id, 'read')
  const { mutedUntil, notify } = body
  await ctx.transact(async (tx) => {
    const before = await reads.settingsOf(tx, id, ctx.me._id)
    await reads.saveSettings(tx, conversation, {
      userId: ctx.me._id,
      mutedUntil: mutedUntil === undefined ? (before?.mutedUntil ?? null) : mutedUntil && endInstant(ctx.config.timeZone, mutedUntil),
      notify: notify ?? before?.notify ?? 'all',
    })
  })
  const shown = await showConversation(ctx, id)
  ctx.live.publish([personRoom(ctx.me._id)], chatEvents.conversationUpdated, shown)
  return shown
}
