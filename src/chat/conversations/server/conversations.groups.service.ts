/*
 * What an attacker can do here, and which line stops it. Everything happens behind the lock of the group's row
 * (`lockGroup`), which sending, editing and reacting also take before they check whether someone is a member: nobody
 * writes after they were removed. A group named Announcement keeps its policy when it is renamed later (`policyFor`).
 */
import { AppError, commonErrors } from '#contract/errors.ts'
import { fold } from '#server/db/fold.ts'
import { newId } from '#server/db/ids.ts'
import type { ConversationsTable } from '#server/db/tables/chat.ts'
import { type Tx, transact } from '#server/db/transact.ts'
import type { Ctx, Platform } from '#server/feature/platform.ts'
import { type Authorized, authorize, type Caller, type Locked } from './conversations.authorize.service.ts'
import { eraseMessages } from './conversations.changes.service.ts'
import { requireNewKeys } from './conversations.ciphertexts.db.ts'
import * as conversations from './conversations.db.ts'
import * as rows from './conversations.groups.db.ts'
import { erasableAmong } from './conversations.messages.db.ts'
import { lockConversation } from './conversations.review.db.ts'

type Group = Locked<'moderate'>
type Changing = Pick<Ctx, 'me' | 'now'>

const policyFor = (name: string, before: Group['postPolicy'] = 'all'): Group['postPolicy'] =>
  fold(name).trim() === 'announcement' ? 'admins' : before

const assertGroup = ({ type }: Pick<ConversationsTable, 'type'>): void => {
  if (type !== 'group') throw new AppError(commonErrors.notFound)
}

/** Returns a living group. For administrators, who need not be members. Throws `notFound`. */
export const findGroup = async (ctx: Ctx, id: string): Promise<Authorized<'moderate'>> => {
  const group = await authorize(ctx.db, ctx, id, 'moderate')
  assertGroup(group)
  return group
}

/** Locks a living group until the end of the transaction. Must be the transaction's first statement on the chat tables. */
export const lockGroup = async (tx: Tx, caller: Caller, id: string): Promise<Group> => {
  await lockConversation(tx, id)
  const group = await authorize(tx, caller, id, 'moderate')
  assertGroup(group)
  return group
}

export type Described = { name: string; description: string }

/** Creates a group without members. */
export const insertGroup = async (tx: Tx, { me, now }: Changing, { name, description }: Described): Promise<Group> => {
  const [id, at] = [newId(), now.toISOString()]
  const group = conversations.begun({
    id,
    type: 'group',
    builtIn: null,
    name,
    nameFolded: fold(name),
    description,
    pairKey: null,
    postPolicy: policyFor(name),
    firstSeq: 1,
    lastSeq: 0,
    lastChange: 0,
    activity: id,
    createdBy: me._id,
    createdAt: at,
    updatedAt: at,
    deletedAt: null,
  })
  await conversations.insert(tx, group)
  // Nobody else sees the group before the transaction ends.
  return group as Group
}

export const describeGroup = async (tx: Tx, group: Group, { name, description }: Described): Promise<void> => {
  await rows.updateGroup(tx, group.id, { name, nameFolded: fold(name), description, postPolicy: policyFor(name, group.postPolicy) })
}

/** Returns those of these people who have an account. */
export const { livingAmong } = rows

/** Adds people and returns those who were not members. Earlier messages count as read, and a person who rejoins starts again. */
export const addToGroup = async (tx: Tx, { now }: Changing, group: Group, userIds: readonly string[]): Promise<string[]> => {
  if (userIds.length === 0) return []
  const inserted = await conversations.insertMembers(tx, group.id, userIds, group.lastSeq, now.toISOString())
  const added = inserted.map(({ userId }) => userId)
  if (added.length === 0) return []
  await rows.forgetReads(tx, group.id, added)
  await requireNewKeys(tx, [group.id])
  return added
}

/** Removes a person and returns whether they were a member. */
export const removeFromGroup = async (tx: Tx, group: Group, userId: string): Promise<boolean> => {
  const removed = await rows.removeMembers(tx, group.id, [userId])
  await rows.forgetReads(tx, group.id, [userId])
  await rows.forgetSettings(tx, group.id, [userId])
  if (removed.length > 0) await requireNewKeys(tx, [group.id])
  return removed.length > 0
}

/** Deletes a group and returns its members. Its messages are deleted afterwards, by `clearGroups`. */
export const endGroup = async (tx: Tx, { now }: Changing, group: Group): Promise<string[]> => {
  await rows.updateGroup(tx, group.id, { deletedAt: now.toISOString() })
  await rows.forgetReads(tx, group.id)
  await rows.forgetSettings(tx, group.id)
  return rows.removeMembers(tx, group.id)
}

/** Maximum number of messages deleted in one transaction, while all others wait. */
const AT_ONCE = 50

/** Erases the messages of deleted groups from the disk, except those that someone has flagged or reported. */
export const clearGroups = async ({ db, hooks }: Pick<Platform, 'db' | 'hooks'>): Promise<void> => {
  for (;;) {
    const group = await rows.unclearedGroup(db)
    if (!group) return
    await transact(db, async (tx) => {
      const ids = await rows.deleteFirst(tx, group, AT_ONCE)
      const erasable = ids.length > 0 ? await erasableAmong(tx, ids) : []
      if (erasable.length > 0) await eraseMessages(tx, hooks, erasable)
    })
  }
}
