import { isStaff, isStudent } from '#contract/actor.ts'
import { dayIn } from '#contract/day.ts'
import type { Reply } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { fold } from '#server/db/fold.ts'
import type { ConversationsTable } from '#server/db/tables.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { byPosition, pageOf } from '#server/http/paging.ts'
import { chatSettings } from '#system/settings/server/customization.service.ts'
import type { chatApi } from '../chat.contract.ts'
import type { ChatPerson } from '../chat.shapes.contract.ts'
import { personShower } from './chat.answer.ts'

import { blockedWith, pageOfBlocked } from './chat.blocks.db.ts'
import { mustBeMember } from './chat.membership.service.ts'
import * as messages from './chat.messages.db.ts'
import * as people from './chat.people.db.ts'

type Query = { cursor?: string | undefined; limit: number }
type From = { position: number } | undefined

/** A page of rows that are counted from the first: their order may change between two pages, and nobody minds. */
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
  const page = await listMembers(ctx, await mustBeMember(ctx, params.id), query)
  const hidden = await blockedWith(ctx.db, ctx.me._id)
  return { ...page, items: page.items.map((each) => (hidden.has(each.user._id) ? { ...each, readSeq: 0 } : each)) }
}

type Listed = Pick<ConversationsTable, 'id' | 'builtIn'>

/** Everybody in a conversation; the caller has checked that the caller may know. */
export const listMembers = async (
  ctx: Ctx,
  { id, builtIn }: Listed,
  query: Query & { search?: string | undefined },
): Promise<Reply<typeof chatApi.participants>> => {
  const search = query.search ? fold(query.search) : undefined
  const fetch = builtIn === null ? people.pageOfMembers : people.pageOfEverybody
  const page = await positioned(query, (limit, from) => fetch(ctx.db, id, search, limit, from))
  const show = await personShower(ctx, ctx.me)
  return { items: page.rows.map((row) => ({ user: show(row), readSeq: row.readSeq })), nextCursor: page.nextCursor }
}

const listPeople = async (ctx: Ctx, query: Query, fetch: (limit: number, from: From) => Promise<people.PersonRow[]>) => {
  const page = await positioned(query, fetch)
  const show = await personShower(ctx, ctx.me)
  return { items: page.rows.map((row): ChatPerson => show(row)), nextCursor: page.nextCursor }
}

/** Whom the caller may begin a conversation with; where students may begin none, they find those of staff, who may have written to them. */
export const searchPeople = async (ctx: Ctx, { query }: Input<typeof chatApi.people>): Promise<Reply<typeof chatApi.people>> => {
  const { studentsMayWrite } = await chatSettings(ctx.db)
  const search = {
    me: ctx.me._id,
    folded: fold(query.q ?? ''),
    forStaff: isStaff(ctx.me),
    staffOnly: isStudent(ctx.me) && studentsMayWrite !== 'everyone',
    today: dayIn(ctx.config.timeZone, ctx.now),
  }
  return listPeople(ctx, query, (limit, from) => people.search(ctx.db, search, limit, from))
}

export const readers = async (ctx: Ctx, { params, query }: Input<typeof chatApi.readers>): Promise<Reply<typeof chatApi.readers>> => {
  const message = await messages.bare(ctx.db, params.id)
  if (!message || message.deletedAt !== null) throw new AppError(commonErrors.notFound)
  await mustBeMember(ctx, message.conversationId)
  return listPeople(ctx, query, (limit, from) => people.readersOf(ctx.db, ctx.me._id, message, limit, from))
}

export const blocks = (ctx: Ctx, { query }: Input<typeof chatApi.blocks>): Promise<Reply<typeof chatApi.blocks>> =>
  listPeople(ctx, query, (limit, from) => pageOfBlocked(ctx.db, ctx.me._id, limit, from))
