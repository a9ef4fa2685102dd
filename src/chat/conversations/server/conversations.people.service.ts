import { isStaff, isStudent } from '#contract/actor.ts'
import type { Reply } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { fold } from '#server/db/fold.ts'
import type { ConversationsTable } from '#server/db/tables/chat.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { hallToday } from '#server/hallDay.ts'
import { byPosition, pageOf } from '#server/http/paging.ts'
import { chatSettings } from '#system/customization/server/customization.service.ts'
import type { chatApi } from '../conversations.contract.ts'
import type { ChatPerson } from '../conversations.shapes.contract.ts'
import { chatPersonMapper } from './conversations.answer.ts'
import { authorize } from './conversations.authorize.service.ts'
import { blockedWith, pageOfBlocked } from './conversations.blocks.db.ts'
import * as messages from './conversations.messages.db.ts'
import * as people from './conversations.people.db.ts'

type Query = { cursor?: string | undefined; limit: number }
type From = { position: number } | undefined

/** Pages by row offset. The order may change between two pages, which is acceptable here. */
const positioned = async <Row>(query: Query, fetch: (limit: number, from: From) => Promise<readonly Row[]>) => {
  const page = await pageOf(byPosition, query, async (limit, position) => {
    const from = position ?? 0
    const found = await fetch(limit, { position: from })
    return found.map((row, at) => ({ row, position: from + at }))
  })
  return { rows: page.items.map(({ row }) => row), nextCursor: page.nextCursor }
}

export const participants = async (
  ctx: Ctx,
  { params, query }: Input<typeof chatApi.participants>,
): Promise<Reply<typeof chatApi.participants>> => {
  const page = await listMembers(ctx, await authorize(ctx.db, ctx, params.id, 'read'), query)
  const hidden = await blockedWith(ctx.db, ctx.me._id)
  return { ...page, items: page.items.map((each) => (hidden.has(each.user._id) ? { ...each, readSeq: 0 } : each)) }
}

type Listed = Pick<ConversationsTable, 'id' | 'builtIn'>

/** Lists the members of a conversation. The caller must have checked the right to see them. */
export const listMembers = async (
  ctx: Ctx,
  { id, builtIn }: Listed,
  query: Query & { search?: string | undefined },
): Promise<Reply<typeof chatApi.participants>> => {
  const search = query.search ? fold(query.search) : undefined
  const fetch = builtIn === null ? people.pageOfMembers : people.pageOfEverybody
  const page = await positioned(query, (limit, from) => fetch(ctx.db, id, search, limit, from))
  const toPerson = await chatPersonMapper(ctx, ctx.me)
  return { items: page.rows.map((row) => ({ user: toPerson(row), readSeq: row.readSeq })), nextCursor: page.nextCursor }
}

const listPeople = async (ctx: Ctx, query: Query, fetch: (limit: number, from: From) => Promise<people.PersonRow[]>) => {
  const page = await positioned(query, fetch)
  const toPerson = await chatPersonMapper(ctx, ctx.me)
  return { items: page.rows.map((row): ChatPerson => toPerson(row)), nextCursor: page.nextCursor }
}

/**
 * Finds people with whom the caller may start a conversation. Where students may not start any, they find only staff, who may
 * have written to them.
 */
export const searchPeople = async (ctx: Ctx, { query }: Input<typeof chatApi.people>): Promise<Reply<typeof chatApi.people>> => {
  const { studentsMayWrite } = await chatSettings(ctx.db)
  const search = {
    me: ctx.me._id,
    folded: fold(query.q ?? ''),
    forStaff: isStaff(ctx.me),
    staffOnly: isStudent(ctx.me) && studentsMayWrite !== 'everyone',
    today: hallToday(ctx),
  }
  return listPeople(ctx, query, (limit, from) => people.search(ctx.db, search, limit, from))
}

export const readers = async (ctx: Ctx, { params, query }: Input<typeof chatApi.readers>): Promise<Reply<typeof chatApi.readers>> => {
  const message = await messages.findRow(ctx.db, params.id)
  if (!message || message.deletedAt !== null) throw new AppError(commonErrors.notFound)
  await authorize(ctx.db, ctx, message.conversationId, 'read')
  return listPeople(ctx, query, (limit, from) => people.readersOf(ctx.db, ctx.me._id, message, limit, from))
}

export const blocks = (ctx: Ctx, { query }: Input<typeof chatApi.blocks>): Promise<Reply<typeof chatApi.blocks>> =>
  listPeople(ctx, query, (limit, from) => pageOfBlocked(ctx.db, ctx.me._id, limit, from))
