/*
 * What an attacker can do here, and which line stops it. Everything happens behind the lock of the group's row
 * (`mustLockGroup`), which sending, editing and reacting take too before they ask whether someone is a member: nobody
 * writes after they were taken out. Once Announcement, a group stays one whatever it is called later (`policyFor`).
 */
import { AppError, commonErrors } from '#contract/errors.ts'
import { fold } from '#server/db/fold.ts'
import { newId } from '#server/db/ids.ts'
import type { ConversationsTable, Db } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import type { Ctx, Platform } from '#server/feature/platform.ts'
import { eraseMessages } from './chat.changes.service.ts'
import * as conversations from './chat.conversations.db.ts'
import * as rows from './chat.groups.db.ts'
import { erasableAmong } from './chat.messages.db.ts'
import { requireNewKeys } from './chat.sealed.db.ts'

type Group = ConversationsTable
type Changing = Pick<Ctx, 'me' | 'now'>

const policyFor = (name: string, before: Group['postPolicy'] = 'all'): Group['postPolicy'] =>
  fold(name).trim() === 'announcement' ? 'admins' : before

/** A living group for administrators, who need not be in it; throws `notFound`. */
export const mustFindGroup = async (ctx: Pick<Platform, 'db'>, id: string): Promise<Group> => {
  const group = await rows.groupById(ctx.db, id)
  if (!group) throw new AppError(commonErrors.notFound)
  return group
}

/** Locks a living group until the end of the transaction, of which it is the first statement on the tables of chat. */
export const mustLockGroup = async (tx: Db, id: string): Promise<Group> => {
  const group = await rows.lockGroup(tx, id)
  if (!group) throw new AppError(commonErrors.notFound)
  return group
}

export type Described = { name: string; description: string }

/** Makes a group without anybody in it. */
export const insertGroup = async (tx: Db, { me, now }: Changing, { name, description }: Described): Promise<Group> => {
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
  return group
}

export const describeGroup = async (tx: Db, group: Group, { name, description }: Described): Promise<void> => {
  await rows.updateGroup(tx, group.id, { name, nameFolded: fold(name), description, postPolicy: policyFor(name, group.postPolicy) })
}

/** Those of these people who have an account. */
export const { livingAmong } = rows

/** Returns who was not in it yet. What was said before counts as read, and a person who comes back begins again. */
export const addToGroup = async (tx: Db, { now }: Changing, group: Group, userIds: readonly string[]): Promise<string[]> => {
  if (userIds.length === 0) return []
  const inserted = await conversations.insertMembers(tx, group.id, userIds, group.lastSeq, now.toISOString())
  const added = inserted.map(({ userId }) => userId)
  if (added.length === 0) return []
  await rows.forgetReads(tx, group.id, added)
  await requireNewKeys(tx, [group.id])
  return added
}

/** Returns whether the person was in it. */
export const takeOutOfGroup = async (tx: Db, group: Group, userId: string): Promise<boolean> => {
  const removed = await rows.removeMembers(tx, group.id, [userId])
  await rows.forgetReads(tx, group.id, [userId])
  await rows.forgetSettings(tx, group.id, [userId])
  if (removed.length > 0) await requireNewKeys(tx, [group.id])
  return removed.length > 0
}

/** Ends a group and returns who was in it. What was said in it goes afterwards, by `clearGroups`. */
export const endGroup = async (tx: Db, { now }: Changing, group: Group): Promise<string[]> => {
  await rows.updateGroup(tx, group.id, { deletedAt: now.toISOString() })
  await rows.forgetReads(tx, group.id)
  await rows.forgetSettings(tx, group.id)
  return rows.removeMembers(tx, group.id)
}

/** As many as one transaction may take while everybody else's wait. */
const AT_ONCE = 50

/** Takes what was said in deleted groups off the disk, apart from what someone has flagged or reported. */
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
