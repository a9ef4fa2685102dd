import type { ExpressionBuilder } from 'kysely'
import { cachedQuery, compiled } from '#server/db/compiled.ts'
import type { IndexedMessage } from '#server/db/messageIndex.ts'
import { messageIndexOf } from '#server/db/messageIndexOf.ts'
import type { MessageMentionsTable, MessagesTable, MessageVersionsTable } from '#server/db/tables/chat.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import type { CheckedContent, Locked } from './conversations.authorized.ts'
import * as ciphertexts from './conversations.ciphertexts.db.ts'

const detailed = (db: Db) =>
  db
    .selectFrom('messages')
    .innerJoin('users as sender', 'sender.id', 'messages.senderId')
    .leftJoin('users as editor', 'editor.id', 'messages.editedBy')
    .leftJoin('messages as quoted', (join) =>
      join.onRef('quoted.id', '=', 'messages.replyTo').onRef('quoted.conversationId', '=', 'messages.conversationId'),
    )
    .leftJoin('users as quotedSender', 'quotedSender.id', 'quoted.senderId')
    .leftJoin('attachments as quotedFile', 'quotedFile.messageId', 'quoted.id')
    .leftJoin('attachments', 'attachments.messageId', 'messages.id')
    .leftJoin('files', 'files.sha256', 'attachments.sha256')
    .selectAll('messages')
    .select([
      'sender.name as senderName',
      'sender.role as senderRole',
      'sender.pictureSha256 as senderPicture',
      'editor.name as editorName',
      'quoted.id as quotedId',
      'quoted.seq as quotedSeq',
      'quoted.type as quotedType',
      'quoted.content as quotedContent',
      'quoted.deletedAt as quotedDeletedAt',
      'quoted.senderId as quotedSenderId',
      'quotedSender.name as quotedSenderName',
      'quoted.clientId as quotedClientId',
      'quoted.revision as quotedRevision',
      'quotedFile.originalName as quotedFileName',
      'attachments.id as attachmentId',
      'attachments.originalName',
      'attachments.previewSha256',
      'attachments.width',
      'attachments.height',
      'files.size as fileSize',
      'files.mediaType as fileType',
    ])

export type MessageRow = Awaited<ReturnType<ReturnType<typeof detailed>['execute']>>[number]

const withId = compiled((db, id: string) => detailed(db).where('messages.id', '=', id))

export const byId = async (db: Db, id: string): Promise<Readonly<MessageRow> | undefined> => (await withId(db, id))[0]

/** Returns these messages in no particular order. */
export const byIds = (db: Db, ids: readonly string[]): Promise<MessageRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : detailed(db).where('messages.id', 'in', ids).execute()

/** Returns the row of a message, without the rows it refers to. */
export const findRow = (db: Db, id: string): Promise<MessagesTable | undefined> =>
  db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst()

const byClientIdOnce = cachedQuery((db, conversationId: string, senderId: string, clientId: string) =>
  db
    .selectFrom('messages')
    .select('id')
    .where('conversationId', '=', conversationId)
    .where('senderId', '=', senderId)
    .where('clientId', '=', clientId),
)

/** Returns the id of the message a person has already sent with this `clientId`. */
export const sentAs = async (db: Db, conversationId: string, senderId: string, clientId: string): Promise<string | undefined> =>
  (await byClientIdOnce(db, conversationId, senderId, clientId))[0]?.id

/** A range of message numbers, both ends included. */
export type Stretch = { from: number; to: number }

export const stretch = (db: Db, conversationId: string, { from, to }: Stretch): Promise<MessageRow[]> =>
  detailed(db)
    .where('messages.conversationId', '=', conversationId)
    .where('messages.seq', '>=', from)
    .where('messages.seq', '<=', to)
    .orderBy('messages.seq')
    // There are never more. Without this limit, PostgreSQL expects a thousand rows and scans all people to find the editors'
    // names.
    .limit(to - from + 1)
    .execute()

/** Returns messages that changed after this change number, in the order of the changes. */
export const changedAfter = (db: Db, conversationId: string, change: number, limit: number): Promise<MessageRow[]> =>
  detailed(db)
    .where('messages.conversationId', '=', conversationId)
    .where('messages.change', '>', change)
    .orderBy('messages.change')
    .limit(limit)
    .execute()

const takeSeq = compiled((tx, conversationId: string, messageId: string, at: string) =>
  tx
    .updateTable('conversations')
    .set((eb) => ({ lastSeq: eb('lastSeq', '+', 1), activity: messageId, updatedAt: at }))
    .where('id', '=', conversationId)
    .where('deletedAt', 'is', null)
    .returning('lastSeq'),
)

/** Takes the next number of a conversation and locks its row until the end of the transaction; undefined if it does not exist. */
export const nextSeq = async (tx: Db, conversationId: string, messageId: string, at: string): Promise<number | undefined> =>
  (await takeSeq(tx, conversationId, messageId, at))[0]?.lastSeq

/**
 * Takes the next change number of a conversation and locks its row until the end of the transaction; undefined if it does not
 * exist.
 */
export const nextChange = async (tx: Db, conversationId: string): Promise<number | undefined> =>
  (
    await tx
      .updateTable('conversations')
      .set((eb) => ({ lastChange: eb('lastChange', '+', 1) }))
      .where('id', '=', conversationId)
      .where('deletedAt', 'is', null)
      .returning('lastChange')
      .executeTakeFirst()
  )?.lastChange

type Said = Pick<MessagesTable, 'id' | 'conversationId' | 'seq' | 'content'>

const indexed = ({ id, conversationId, seq, content }: Said): IndexedMessage[] =>
  content === null ? [] : [{ id, conversationId, seq, text: content }]

/** Adds the text to the search index, replacing the previous text. */
const indexText = async (tx: Db, message: Said, before: string | null = null): Promise<void> => {
  const [now] = indexed(message)
  if (now) await messageIndexOf(tx).put(tx, now, before)
  else await forgetWords(tx, [{ ...message, content: before }])
}

/** Removes texts from the search index. Must run before their messages are marked as deleted. */
export const forgetWords = (tx: Db, messages: readonly Said[]): Promise<void> => messageIndexOf(tx).remove(tx, messages.flatMap(indexed))

const insertRow = compiled((tx, message: MessagesTable) => tx.insertInto('messages').values(message))

type Conversation = Locked<'write'>
type Content = CheckedContent<Conversation>

export const insert = async (
  tx: Db,
  { id: conversationId }: Conversation,
  { content }: Content,
  message: Omit<MessagesTable, 'conversationId' | 'content'>,
): Promise<void> => {
  const row = { ...message, conversationId, content }
  await insertRow(tx, row)
  await indexText(tx, row)
}

export const insertMentions = (
  tx: Db,
  { id: conversationId }: Conversation,
  mentions: readonly Omit<MessageMentionsTable, 'conversationId'>[],
) =>
  tx
    .insertInto('messageMentions')
    .values(mentions.map((mention) => ({ ...mention, conversationId })))
    .execute()

/** Stores the content of a message before an edit in this conversation. */
export const insertVersion = (tx: Db, _: Conversation, version: MessageVersionsTable) =>
  tx.insertInto('messageVersions').values(version).execute()

export const update = (tx: Db, id: string, change: Partial<Omit<MessagesTable, 'id'>>) =>
  tx.updateTable('messages').set(change).where('id', '=', id).execute()

/** Replaces the text of a message that was read behind the lock of its conversation. */
export const rewrite = async (
  tx: Db,
  message: MessagesTable,
  { content }: Content,
  change: Pick<MessagesTable, 'revision' | 'change' | 'editedAt' | 'editedBy'>,
): Promise<void> => {
  await update(tx, message.id, { content, ...change })
  await indexText(tx, { ...message, content }, message.content)
}

/** Erases all content and keeps the row. */
export const erase = async (tx: Db, ids: readonly string[]): Promise<void> => {
  await tx.updateTable('messages').set({ content: null }).where('id', 'in', ids).execute()
  await tx.deleteFrom('messageVersions').where('messageId', 'in', ids).execute()
  await ciphertexts.erase(tx, ids)
  await tx.deleteFrom('messageMentions').where('messageId', 'in', ids).execute()
  await tx.deleteFrom('messageReactions').where('messageId', 'in', ids).execute()
}

const isNotDismissed = (eb: ExpressionBuilder<Tables, 'messageReports'>) =>
  eb.or([eb('messageReports.outcome', 'is', null), eb('messageReports.outcome', '=', 'upheld')])

/** Returns whether a flag or report that nobody has dismissed keeps the message as evidence. */
export const isEvidence = async (tx: Db, id: string): Promise<boolean> => {
  const flag = tx.selectFrom('messageFlags').select('messageId').where('messageId', '=', id)
  const report = tx.selectFrom('messageReports').select('messageId').where('messageId', '=', id).where(isNotDismissed)
  return (await flag.unionAll(report).limit(1).execute()).length > 0
}

/** Returns those of these messages that are deleted and not kept by a flag or report. */
export const erasableAmong = async (tx: Db, ids: readonly string[]): Promise<string[]> =>
  (
    await tx
      .selectFrom('messages')
      .select('id')
      .where('id', 'in', ids)
      .where('deletedAt', 'is not', null)
      .where((eb) =>
        eb.and([
          eb.not(eb.exists(eb.selectFrom('messageFlags').select('messageId').whereRef('messageId', '=', 'messages.id'))),
          eb.not(
            eb.exists(eb.selectFrom('messageReports').select('messageId').whereRef('messageId', '=', 'messages.id').where(isNotDismissed)),
          ),
        ]),
      )
      .execute()
  ).map(({ id }) => id)

/** Returns whether a person has written in a conversation. */
export const hasWritten = async (db: Db, conversationId: string, senderId: string): Promise<boolean> =>
  (
    await db
      .selectFrom('messages')
      .select('id')
      .where('conversationId', '=', conversationId)
      .where('senderId', '=', senderId)
      .limit(1)
      .execute()
  ).length > 0

/** Returns the senders of the messages in a range, up to `most` people. */
export const sendersIn = async (db: Db, conversationId: string, { from, to }: Stretch, most: number): Promise<string[]> =>
  (
    await db
      .selectFrom('messages')
      .select('senderId')
      .distinct()
      .where('conversationId', '=', conversationId)
      .where('seq', '>=', from)
      .where('seq', '<=', to)
      .limit(most)
      .execute()
  ).map(({ senderId }) => senderId)
