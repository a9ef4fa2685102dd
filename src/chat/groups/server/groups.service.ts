import { tellAdded, tellMembers, tellRemoved } from '#chat/conversations/server/conversations.groups.events.service.ts'
import * as groups from '#chat/conversations/server/conversations.groups.service.ts'
import { listMembers } from '#chat/conversations/server/conversations.people.service.ts'
import { showGroup } from '#chat/conversations/server/conversations.show.service.ts'
import type { Reply } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { lockPeople } from '#people/users/server/users.lock.service.ts'
import { pictureLinks } from '#people/users/server/users.pictures.service.ts'
import { fold } from '#server/db/fold.ts'
import type { ConversationsTable } from '#server/db/tables/chat.ts'
import type { Db } from '#server/db/tables.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { byPosition, pageOf } from '#server/http/paging.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import { assertShiftExists } from '#system/shifts/server/shifts.service.ts'
import { groupErrors, type groupsApi } from '../groups.contract.ts'
import * as rows from './groups.db.ts'

type Group = Reply<typeof groupsApi.create>

const assertAccounts = async (tx: Db, userIds: readonly string[], field: 'participants' | 'userIds'): Promise<void> => {
  if ((await groups.livingAmong(tx, userIds)).length < userIds.length) throw new AppError(groupErrors.personMissing, { field })
}

const assertMembersCanChange = ({ builtIn }: Pick<ConversationsTable, 'builtIn'>): void => {
  if (builtIn !== null) throw new AppError(groupErrors.builtInHasAll)
}

export const create = async (ctx: Ctx, { body }: Input<typeof groupsApi.create>): Promise<Group> => {
  const described = { name: body.name, description: body.description ?? '' }
  const invited = [...new Set(body.participants ?? [])]
  const everybody = [...new Set([ctx.me._id, ...invited])]
  const { id } = await ctx.transact(async (tx) => {
    await lockPeople(tx, ctx)
    await assertAccounts(tx, everybody, 'participants')
    const group = await groups.insertGroup(tx, ctx, described)
    await groups.addToGroup(tx, ctx, group, everybody)
    ctx.notify('conversations', everybody)
    await writeAudit(tx, ctx, { action: 'groups.create', targetId: group.id, after: { ...described, members: everybody } })
    return group
  })
  return tellAdded(ctx, id, everybody)
}

export const update = async (ctx: Ctx, { params: { id }, body }: Input<typeof groupsApi.update>): Promise<Group> => {
  await groups.findGroup(ctx, id)
  await ctx.transact(async (tx) => {
    await lockPeople(tx, ctx)
    const group = await groups.lockGroup(tx, ctx, id)
    const before = { name: group.name ?? '', description: group.description }
    const after = {
      name: body.name ?? before.name,
      description: body.description ?? before.description,
    }
    await groups.describeGroup(tx, group, after)
    if (after.name === before.name && after.description === before.description) return
    await writeAudit(tx, ctx, { action: 'groups.rename', targetId: id, before, after })
  })
  return tellMembers(ctx, id)
}

export const remove = async (ctx: Ctx, { params: { id } }: Input<typeof groupsApi.remove>): Promise<void> => {
  const { builtIn } = await groups.findGroup(ctx, id)
  if (builtIn !== null) throw new AppError(groupErrors.builtInStays)
  const members = await ctx.transact(async (tx) => {
    await lockPeople(tx, ctx)
    const group = await groups.lockGroup(tx, ctx, id)
    const left = await groups.endGroup(tx, ctx, group)
    for (const topic of ['chat', 'conversations'] as const) ctx.notify(topic, left)
    const before = { name: group.name ?? '', description: group.description, members: left }
    await writeAudit(tx, ctx, { action: 'groups.remove', targetId: id, before })
    return left
  })
  tellRemoved(ctx, id, members)
  await groups.clearGroups(ctx)
}

export const members = async (ctx: Ctx, { params, query }: Input<typeof groupsApi.members>): Promise<Reply<typeof groupsApi.members>> =>
  listMembers(ctx, await groups.findGroup(ctx, params.id), query)

export const addMembers = async (ctx: Ctx, { params: { id }, body }: Input<typeof groupsApi.addMembers>): Promise<Group> => {
  assertMembersCanChange(await groups.findGroup(ctx, id))
  const userIds = [...new Set(body.userIds)]
  const added = await ctx.transact(async (tx) => {
    await lockPeople(tx, ctx)
    const group = await groups.lockGroup(tx, ctx, id)
    await assertAccounts(tx, userIds, 'userIds')
    const fresh = await groups.addToGroup(tx, ctx, group, userIds)
    ctx.notify('conversations', fresh)
    if (fresh.length > 0)
      await writeAudit(tx, ctx, { action: 'groups.addMembers', targetId: id, after: { name: group.name ?? '', members: fresh } })
    return fresh
  })
  if (added.length === 0) return showGroup(ctx, id)
  await tellAdded(ctx, id, added)
  return tellMembers(ctx, id)
}

export const removeMember = async (ctx: Ctx, { params: { id, userId } }: Input<typeof groupsApi.removeMember>): Promise<void> => {
  assertMembersCanChange(await groups.findGroup(ctx, id))
  const wasIn = await ctx.transact(async (tx) => {
    await lockPeople(tx, ctx)
    const group = await groups.lockGroup(tx, ctx, id)
    for (const topic of ['chat', 'conversations'] as const) ctx.notify(topic, [userId])
    if (!(await groups.removeFromGroup(tx, group, userId))) return false
    await writeAudit(tx, ctx, { action: 'groups.removeMember', targetId: id, before: { name: group.name ?? '', members: [userId] } })
    return true
  })
  if (!wasIn) return
  tellRemoved(ctx, id, [userId])
  await tellMembers(ctx, id)
}

export const people = async (ctx: Ctx, { query }: Input<typeof groupsApi.people>): Promise<Reply<typeof groupsApi.people>> => {
  const { search = '', role, slot, notIn } = query
  await assertShiftExists(ctx.db, slot)
  const page = await pageOf(byPosition, query, async (limit, from = 0) => {
    const found = await rows.candidates(ctx.db, { folded: fold(search), role, slot, notIn }, limit, from)
    return found.map((row, at) => ({ row, position: from + at }))
  })
  const pictureOf = await pictureLinks(ctx)
  const items = page.items.map(({ row }) => ({
    _id: row.id,
    name: row.name,
    role: row.role,
    profilePicture: pictureOf(row),
    slot: row.slot,
    email: row.email,
  }))
  return { items, nextCursor: page.nextCursor }
}
