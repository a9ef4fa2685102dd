import type { Sealed } from '#chat/encryption/encryption.shapes.contract.ts'
import { isStaff } from '#contract/actor.ts'
import { limits } from '#contract/limits.ts'
import { pictureLinks } from '#people/users/server/users.pictures.service.ts'
import type { Db, MessageCiphertextsTable } from '#server/db/tables.ts'
import type { Platform } from '#server/feature/platform.ts'
import { previewOf } from '../chat.preview.policy.ts'
import type { Attachment, ChatPerson, Message, Quoted, Reaction } from '../chat.shapes.contract.ts'
import type { MessageRow } from './chat.messages.db.ts'
import type { PersonRow } from './chat.people.db.ts'
import * as reactions from './chat.reactions.db.ts'
import { currentOf } from './chat.sealed.db.ts'

type Reading = Pick<Platform, 'db' | 'clock'>

/** How people are shown to someone: only staff see email addresses, everybody their own. Not inside a transaction. */
export const personShower = async (ctx: Reading, me: { readonly _id: string; readonly role: ChatPerson['role'] } | null) => {
  const pictureOf = await pictureLinks(ctx)
  return (row: Omit<PersonRow, 'deletedAt'>): ChatPerson => ({
    _id: row.id,
    name: row.name,
    role: row.role,
    profilePicture: pictureOf(row),
    ...(me && (isStaff(me) || me._id === row.id) && row.email !== null && { email: row.email }),
  })
}

/** What an encrypted message says, as far as it was not erased. */
export const toSealed = (row: MessageCiphertextsTable | undefined): Sealed | null =>
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

export type SealedMessages = ReadonlyMap<string, Sealed>

/** What these messages say, those of them that are encrypted. */
export const sealedMessages = async (db: Db, ids: readonly string[]): Promise<SealedMessages> =>
  new Map(
    [...(await currentOf(db, ids))].flatMap(([id, row]) => {
      const sealed = toSealed(row)
      return sealed ? [[id, sealed] as const] : []
    }),
  )

/** In a quote or a list, which show the beginning alone, nothing long is sent along. */
export const briefly = (sealed: Sealed | undefined): Sealed | null =>
  sealed && sealed.ciphertext.length <= limits.sealedPreview ? sealed : null

type Said = { content: string | null; fileName: string | null; revision: number | null; deletedAt: string | null }

/** The beginning of a text or, without one, the name of the file. Of an encrypted message the server knows neither. */
export const previewSaid = ({ content, fileName, revision, deletedAt }: Said): string | null =>
  deletedAt === null ? previewOf(content ?? (revision === null ? fileName : null)) : null

const quotedOf = (row: MessageRow, sealed: SealedMessages): Quoted | null =>
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
          encryption: row.quotedDeletedAt === null ? briefly(sealed.get(row.quotedId)) : null,
          clientId: row.quotedClientId,
        }),
      }

/** Where a file of a message is. */
export const attachmentPath = (id: string): string => `/api/chat/attachments/${id}`

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

type Show = Awaited<ReturnType<typeof personShower>>
type Besides = { reactions: Reaction[]; mentions: Message['mentions']; sealed: SealedMessages }

const toMessage = (row: MessageRow, show: Show, { reactions, mentions, sealed }: Besides, showsDeleted = false): Message => {
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
    ...(row.revision !== null && { encryption: isHidden ? null : (sealed.get(row.id) ?? null) }),
    sender: show({ id: row.senderId, name: row.senderName, role: row.senderRole, pictureSha256: row.senderPicture, email: null }),
    createdAt: row.createdAt,
    isEdited: !isHidden && row.editedAt !== null,
    editedAt: isHidden ? null : row.editedAt,
    editedBy: isHidden || row.editedBy === null || row.editedBy === row.senderId ? null : { _id: row.editedBy, name: row.editorName ?? '' },
    isDeleted,
    reactions: isHidden ? [] : reactions,
    attachment: isHidden ? null : attachmentOf(row),
    replyTo: isHidden ? null : quotedOf(row, sealed),
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

/** The ids of what is encrypted, quoted messages included. */
const encryptedAmong = (rows: readonly MessageRow[]): string[] => [
  ...new Set(
    rows.flatMap(({ id, revision, quotedId, quotedRevision }) => [
      ...(revision === null ? [] : [id]),
      ...(quotedId === null || quotedRevision === null ? [] : [quotedId]),
    ]),
  ),
]

/** Messages as everybody in their conversation sees them; for administrators with what is kept of deleted ones. */
export const toMessages = async (ctx: Reading, rows: readonly MessageRow[], showsDeleted = false): Promise<Message[]> => {
  const ids = rows.map(({ id }) => id)
  const show = await personShower(ctx, null)
  const reacted = grouped(await reactions.of(ctx.db, ids), ({ emoji, userId, name }) => ({ emoji, user: { _id: userId, name } }))
  const mentioned = grouped(await reactions.mentionsOf(ctx.db, ids), ({ userId, name }) => ({ _id: userId, name }))
  const sealed = await sealedMessages(ctx.db, encryptedAmong(rows))
  return rows.map((row) => {
    const besides = { reactions: reacted.get(row.id) ?? [], mentions: mentioned.get(row.id) ?? [], sealed }
    return toMessage(row, show, besides, showsDeleted)
  })
}

/** A message that nobody can have reacted to yet, with whom it mentions. */
export const toNewMessage = async (ctx: Reading, row: MessageRow, mentions: Message['mentions']): Promise<Message> =>
  toMessage(row, await personShower(ctx, null), {
    reactions: [],
    mentions,
    sealed: await sealedMessages(ctx.db, encryptedAmong([row])),
  })
