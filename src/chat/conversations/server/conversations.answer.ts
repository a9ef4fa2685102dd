import { isStaff } from '#contract/actor.ts'
import { pictureLinks } from '#people/users/server/users.pictures.service.ts'
import type { MessageCiphertextsTable } from '#server/db/tables/chat.encryption.ts'
import type { Db } from '#server/db/tables.ts'
import type { Platform } from '#server/feature/platform.ts'
import type { EncryptedRevision } from '../conversations.encryption.contract.ts'
import { chatLimits } from '../conversations.limits.ts'
import { previewOf } from '../conversations.preview.policy.ts'
import type { Attachment, ChatPerson, Message, Quoted, Reaction } from '../conversations.shapes.contract.ts'
import { currentOf } from './conversations.ciphertexts.db.ts'
import type { MessageRow } from './conversations.messages.db.ts'
import type { PersonRow } from './conversations.people.db.ts'
import * as reactions from './conversations.reactions.db.ts'

type Reading = Pick<Platform, 'db' | 'clock'>

/**
 * Returns a function that converts people for this reader: only staff see email addresses, and everybody sees their own. Must not
 * be called inside a transaction.
 */
export const chatPersonMapper = async (ctx: Reading, me: { readonly _id: string; readonly role: ChatPerson['role'] } | null) => {
  const pictureOf = await pictureLinks(ctx)
  return (row: Omit<PersonRow, 'deletedAt'>): ChatPerson => ({
    _id: row.id,
    name: row.name,
    role: row.role,
    profilePicture: pictureOf(row),
    ...(me && (isStaff(me) || me._id === row.id) && { email: row.email }),
  })
}

/** Returns the ciphertext of a message, or null if it was erased. */
export const toEncryptedRevision = (row: MessageCiphertextsTable | undefined): EncryptedRevision | null =>
  !row || row.ciphertext === null || row.commitment === null || row.signature === null
    ? null
    : {
        v: row.v === 2 ? 2 : 1,
        alg: row.algorithm,
        isEncrypted: true,
        keyVersion: row.keyVersion,
        deviceId: row.deviceId,
        revision: row.revision,
        iv: row.iv,
        ciphertext: row.ciphertext,
        commitment: row.commitment,
        signature: row.signature,
        ...(row.versionHash !== null && { versionHash: row.versionHash }),
        ...(row.firstDeviceId !== null && { firstDeviceId: row.firstDeviceId }),
        ...(row.head !== null && { head: row.head }),
        writtenBy: row.writtenBy,
      }

export type Ciphertexts = ReadonlyMap<string, EncryptedRevision>

/** Returns the ciphertexts of those of these messages that are encrypted. */
export const ciphertextsOf = async (db: Db, ids: readonly string[]): Promise<Ciphertexts> =>
  new Map(
    [...(await currentOf(db, ids))].flatMap(([id, row]) => {
      const encrypted = toEncryptedRevision(row)
      return encrypted ? [[id, encrypted] as const] : []
    }),
  )

/** Leaves out long ciphertexts, for quotes and lists, which only show the beginning. */
export const briefly = (encrypted: EncryptedRevision | undefined): EncryptedRevision | null =>
  encrypted && encrypted.ciphertext.length <= chatLimits.encryptedPreview ? encrypted : null

type Said = { content: string | null; fileName: string | null; revision: number | null; deletedAt: string | null }

/** Returns the beginning of the text or, without text, the file name. The server knows neither for an encrypted message. */
export const previewSaid = ({ content, fileName, revision, deletedAt }: Said): string | null =>
  deletedAt === null ? previewOf(content ?? (revision === null ? fileName : null)) : null

const quotedOf = (row: MessageRow, ciphertexts: Ciphertexts): Quoted | null =>
  row.quotedId === null || row.quotedSeq === null || row.quotedType === null || row.quotedSenderId === null || row.quotedClientId === null
    ? null
    : {
        _id: row.quotedId,
        seq: row.quotedSeq,
        type: row.quotedType,
        content: previewSaid({
          content: row.quotedContent,
          fileName: row.quotedFileName,
          revision: row.quotedRevision,
          deletedAt: row.quotedDeletedAt,
        }),
        sender: { _id: row.quotedSenderId, name: row.quotedSenderName ?? '' },
        isDeleted: row.quotedDeletedAt !== null,
        ...(row.quotedRevision !== null && {
          encryption: row.quotedDeletedAt === null ? briefly(ciphertexts.get(row.quotedId)) : null,
          clientId: row.quotedClientId,
        }),
      }

/** Returns the path of a message's file. */
const attachmentPath = (id: string): string => `/api/chat/attachments/${id}`

const attachmentOf = (row: MessageRow): Attachment | null =>
  row.attachmentId === null || row.originalName === null || row.fileSize === null || row.fileType === null
    ? null
    : {
        url: attachmentPath(row.attachmentId),
        previewUrl: row.previewSha256 === null ? null : `${attachmentPath(row.attachmentId)}/preview`,
        originalName: row.originalName,
        mediaType: row.fileType,
        size: row.fileSize,
        width: row.width,
        height: row.height,
      }

type ToChatPerson = Awaited<ReturnType<typeof chatPersonMapper>>
type Besides = { reactions: Reaction[]; mentions: Message['mentions']; ciphertexts: Ciphertexts }

const toMessage = (
  row: MessageRow,
  toPerson: ToChatPerson,
  { reactions, mentions, ciphertexts }: Besides,
  showsDeleted = false,
): Message => {
  const isDeleted = row.deletedAt !== null
  const isHidden = isDeleted && !showsDeleted
  return {
    _id: row.id,
    conversation: row.conversationId,
    seq: row.seq,
    change: row.change,
    clientId: row.clientId,
    type: row.type,
    content: isHidden ? null : row.content,
    ...(row.revision !== null && { encryption: isHidden ? null : (ciphertexts.get(row.id) ?? null) }),
    sender: toPerson({ id: row.senderId, name: row.senderName, role: row.senderRole, pictureSha256: row.senderPicture, email: null }),
    createdAt: row.createdAt,
    isEdited: !isHidden && row.editedAt !== null,
    editedAt: isHidden ? null : row.editedAt,
    editedBy: isHidden || row.editedBy === null || row.editedBy === row.senderId ? null : { _id: row.editedBy, name: row.editorName ?? '' },
    isDeleted,
    reactions: isHidden ? [] : reactions,
    attachment: isHidden ? null : attachmentOf(row),
    replyTo: isHidden ? null : quotedOf(row, ciphertexts),
    mentions: isHidden ? [] : mentions,
  }
}

const grouped = <T extends { messageId: string }, U>(rows: readonly T[], shown: (row: T) => U): Map<string, U[]> => {
  const groups = new Map<string, U[]>()
  for (const row of rows) {
    const group = groups.get(row.messageId)
    if (group) group.push(shown(row))
    else groups.set(row.messageId, [shown(row)])
  }
  return groups
}

/** Returns the ids of encrypted messages, including quoted ones. */
const encryptedAmong = (rows: readonly MessageRow[]): string[] => [
  ...new Set(
    rows.flatMap(({ id, revision, quotedId, quotedRevision }) => [
      ...(revision === null ? [] : [id]),
      ...(quotedId === null || quotedRevision === null ? [] : [quotedId]),
    ]),
  ),
]

/** Converts messages to the form all members see; for administrators, includes the stored content of deleted ones. */
export const toMessages = async (ctx: Reading, rows: readonly MessageRow[], showsDeleted = false): Promise<Message[]> => {
  const ids = rows.map(({ id }) => id)
  const toPerson = await chatPersonMapper(ctx, null)
  const reacted = grouped(await reactions.of(ctx.db, ids), ({ emoji, userId, name }) => ({ emoji, user: { _id: userId, name } }))
  const mentioned = grouped(await reactions.mentionsOf(ctx.db, ids), ({ userId, name }) => ({ _id: userId, name }))
  const ciphertexts = await ciphertextsOf(ctx.db, encryptedAmong(rows))
  return rows.map((row) => {
    const besides = { reactions: reacted.get(row.id) ?? [], mentions: mentioned.get(row.id) ?? [], ciphertexts }
    return toMessage(row, toPerson, besides, showsDeleted)
  })
}

/** Converts a new message, which cannot have reactions yet, with the people it mentions. */
export const toNewMessage = async (ctx: Reading, row: MessageRow, mentions: Message['mentions']): Promise<Message> =>
  toMessage(row, await chatPersonMapper(ctx, null), {
    reactions: [],
    mentions,
    ciphertexts: await ciphertextsOf(ctx.db, encryptedAmong([row])),
  })
