import type { Locked } from '#chat/conversations/server/conversations.authorize.service.ts'
import type { MessageFlagsTable, MessageReportsTable } from '#server/db/tables/chat.ts'
import type { Db } from '#server/db/tables.ts'

const flagsOf = (db: Db) =>
  db
    .selectFrom('messageFlags')
    .innerJoin('users', 'users.id', 'messageFlags.flaggedBy')
    .selectAll('messageFlags')
    .select('users.name as flaggedByName')

export const flags = (db: Db, messageIds: readonly string[]) =>
  messageIds.length === 0 ? Promise.resolve([]) : flagsOf(db).where('messageId', 'in', messageIds).execute()
export type FlagRow = Awaited<ReturnType<typeof flags>>[number]

/** Returns whether it was inserted, false if the message was already flagged. */
export const insertFlag = async (tx: Db, flag: MessageFlagsTable): Promise<boolean> =>
  (
    await tx
      .insertInto('messageFlags')
      .values(flag)
      .onConflict((conflict) => conflict.column('messageId').doNothing())
      .returning('messageId')
      .execute()
  ).length > 0

/** Returns the removed flag, or undefined if there was none. */
export const removeFlag = (tx: Db, messageId: string): Promise<MessageFlagsTable | undefined> =>
  tx.deleteFrom('messageFlags').where('messageId', '=', messageId).returningAll().executeTakeFirst()

const reportsOf = (db: Db) =>
  db
    .selectFrom('messageReports')
    .innerJoin('users as reporter', 'reporter.id', 'messageReports.reporterId')
    .innerJoin('messages', 'messages.id', 'messageReports.messageId')
    .leftJoin('users as decider', 'decider.id', 'messageReports.decidedBy')
    .selectAll('messageReports')
    .select(['reporter.name as reporterName', 'decider.name as deciderName', 'messages.revision'])

export const reports = (db: Db, messageIds: readonly string[]) =>
  messageIds.length === 0
    ? Promise.resolve([])
    : reportsOf(db).where('messageReports.messageId', 'in', messageIds).orderBy('messageReports.id').execute()
export type ReportRow = Awaited<ReturnType<typeof reports>>[number]

export const reportById = (db: Db, id: string): Promise<ReportRow | undefined> =>
  reportsOf(db).where('messageReports.id', '=', id).executeTakeFirst()

/** Returns the names of these people, by id. */
export const namesOf = async (db: Db, ids: readonly string[]): Promise<Map<string, string>> => {
  if (ids.length === 0) return new Map()
  const found = await db.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(found.map(({ id, name }) => [id, name]))
}

/** `_` proves that the reporter may read the message, checked behind the lock of its conversation. */
export const insertReport = (tx: Db, _: Locked<'read'>, report: MessageReportsTable) =>
  tx
    .insertInto('messageReports')
    .values(report)
    .onConflict((conflict) => conflict.columns(['messageId', 'reporterId']).doNothing())
    .execute()

/** Adds the revealed content to a report without any. */
export const complete = (tx: Db, _: Locked<'read'>, id: string, disclosed: string | null) =>
  tx.updateTable('messageReports').set({ disclosed }).where('id', '=', id).where('disclosed', 'is', null).execute()

type Decision = Pick<MessageReportsTable, 'outcome' | 'decidedBy' | 'decidedAt'>

/** Decides the open reports of a message; returns the ids of the reporters. A dismissal erases the revealed content. */
export const decideReports = async (tx: Db, messageId: string, decision: Decision): Promise<string[]> =>
  (
    await tx
      .updateTable('messageReports')
      .set({ ...decision, ...(decision.outcome === 'dismissed' && { disclosed: null }) })
      .where('messageId', '=', messageId)
      .where('outcome', 'is', null)
      .returning('reporterId')
      .execute()
  ).map(({ reporterId }) => reporterId)

const ownReports = (db: Db, reporterId: string) =>
  db
    .selectFrom('messageReports')
    .innerJoin('messages', 'messages.id', 'messageReports.messageId')
    .innerJoin('users as sender', 'sender.id', 'messages.senderId')
    .selectAll('messageReports')
    .select(['messages.conversationId', 'sender.id as senderId', 'sender.name as senderName'])
    .where('messageReports.reporterId', '=', reporterId)

export const ownReport = (db: Db, reporterId: string, messageId: string) =>
  ownReports(db, reporterId).where('messageReports.messageId', '=', messageId).executeTakeFirst()
export type OwnReportRow = NonNullable<Awaited<ReturnType<typeof ownReport>>>

export const pageOfOwn = (db: Db, reporterId: string, limit: number, after: string | undefined): Promise<OwnReportRow[]> =>
  ownReports(db, reporterId)
    .$if(after !== undefined, (query) => query.where('messageReports.id', '<', after ?? ''))
    .orderBy('messageReports.id', 'desc')
    .limit(limit)
    .execute()

export const countUnseen = async (db: Db, reporterId: string): Promise<number> =>
  (
    await db
      .selectFrom('messageReports')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('reporterId', '=', reporterId)
      .where('outcome', 'is not', null)
      .where('seenAt', 'is', null)
      .executeTakeFirstOrThrow()
  ).count

export const markSeen = (tx: Db, reporterId: string, seenAt: string) =>
  tx
    .updateTable('messageReports')
    .set({ seenAt })
    .where('reporterId', '=', reporterId)
    .where('outcome', 'is not', null)
    .where('seenAt', 'is', null)
    .execute()

/** Returns whether the audit log shows that a person has opened a conversation in Chat Monitoring since an instant. */
export const hasRead = async (db: Db, actorId: string, conversationId: string, since: string): Promise<boolean> =>
  (
    await db
      .selectFrom('audit')
      .select('id')
      .where('actorId', '=', actorId)
      .where('action', '=', 'moderation.read')
      .where('at', '>=', since)
      .where('targetId', '=', conversationId)
      .limit(1)
      .execute()
  ).length > 0
