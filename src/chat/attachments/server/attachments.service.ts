/*
 * What an attacker can do here, and which line stops it. A file is only available to current members of its conversation, which
 * is checked at every opening, for links as for calls (`mustSee`); everyone else gets `notFound`. No file runs in a browser:
 * its type comes from its content, and it is always sent as a download, without scripts (`opened`, and
 * `sendFile` for the headers). What an administrator opens in other conversations is recorded.
 */
import { randomUUID } from 'node:crypto'
import { parse } from 'node:path/posix'
import { isMember } from '#chat/conversations/server/conversations.authorize.service.ts'
import { send } from '#chat/conversations/server/conversations.messages.service.ts'
import { type Actor, isAdmin } from '#contract/actor.ts'
import type { Reply } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { cleanFileName } from '#contract/fileName.ts'
import { newId } from '#server/db/ids.ts'
import { lock } from '#server/db/locks.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx, OpenCtx } from '#server/feature/platform.ts'
import { isLink, linkHolder, makeLink } from '#server/files/links.ts'
import type { FileAnswer } from '#server/http/fileAnswer.ts'
import { MINUTE } from '#server/time.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import { attachmentErrors, type attachmentsApi } from '../attachments.contract.ts'
import * as rows from './attachments.db.ts'
import { encryptedName, withEncryptedFile, withFile } from './attachments.store.service.ts'

const pathOf = (id: string): string => `/api/chat/attachments/${id}`

export const upload = (
  ctx: Ctx,
  { params: { id }, body, file }: Input<typeof attachmentsApi.upload>,
): Promise<Reply<typeof attachmentsApi.upload>> => {
  const outgoing = {
    type: 'file' as const,
    content: body.content || null,
    replyTo: body.replyTo ?? null,
    clientId: body.clientId ?? randomUUID(),
    mentions: [...new Set(body.mentions ?? [])],
    encryption: body.encryption,
  }
  return send(ctx, id, outgoing, async (save) => {
    if (file.size === 0) throw new AppError(attachmentErrors.empty, { field: 'file' })
    const keep = body.encryption ? withEncryptedFile : withFile
    return keep(ctx, file, async (tx, { type, ...kept }) => {
      const messageId = await save(tx, type)
      const createdAt = ctx.now.toISOString()
      const originalName = body.encryption ? encryptedName : file.fileName
      await rows.insert(tx, { id: newId(), messageId, ...kept, originalName, createdAt })
      return messageId
    })
  })
}

/** Requests for parts of a file, or its preview, within this time count as one opening. */
const OPENING_MINUTES = 5

/** Records that an administrator opens a file of a conversation they are not in. */
const writeOpening = (ctx: OpenCtx, me: Actor, row: rows.AttachmentRow): Promise<void> => {
  const after = { fileName: row.originalName, message: row.messageId, conversation: row.conversationId }
  const since = new Date(ctx.now.getTime() - OPENING_MINUTES * MINUTE * 1_000).toISOString()
  return ctx.transact(async (tx) => {
    await lock(tx, 'attachments')
    const opened = await rows.openedSince(tx, me._id, since)
    if (opened.includes(JSON.stringify(after))) return
    await writeAudit(tx, { me, now: ctx.now }, { action: 'attachments.open', targetId: row.senderId, after })
  })
}

/**
 * Returns whether a person may open the file: a member of the conversation, or an administrator, who may also open deleted files
 * while they are kept.
 */
const maySee = async (ctx: OpenCtx, me: Actor, row: rows.AttachmentRow): Promise<boolean> => {
  if (row.deletedAt === null && (await isMember(ctx, me, row.conversationId))) return true
  if (!isAdmin(me)) return false
  await writeOpening(ctx, me, row)
  return true
}

const mustSee = async (ctx: OpenCtx, me: Actor, id: string): Promise<rows.AttachmentRow> => {
  const row = await rows.byId(ctx.db, id)
  if (!row || !(await maySee(ctx, me, row))) throw new AppError(commonErrors.notFound)
  return row
}

type Opened = { row: rows.AttachmentRow; holder?: string }

/** Throws unless the link's holder may still see the file. */
const mustOpenLink = async (ctx: OpenCtx, { params: { id }, query }: Input<typeof attachmentsApi.file>): Promise<Opened> => {
  const row = await rows.byId(ctx.db, id)
  const holder = row && (await linkHolder(ctx, { path: pathOf(id), sha256: row.sha256 }, query, ctx.now))
  if (!holder || (ctx.me && ctx.me._id !== holder._id) || !(await maySee(ctx, holder, row)))
    throw new AppError(attachmentErrors.linkInvalid)
  return { row, holder: holder._id }
}

/** Returns the file name with the extension of its current type: pictures are re-encoded as WebP. */
const savedName = ({ originalName, mediaType }: Pick<rows.AttachmentRow, 'originalName' | 'mediaType'>): string =>
  mediaType === 'image/webp' && !/\.webp$/i.test(originalName) ? cleanFileName(`${parse(originalName).name}.webp`) : originalName

export const file = async (ctx: OpenCtx, request: Input<typeof attachmentsApi.file>): Promise<FileAnswer> => {
  if (!isLink(request.query) && !ctx.me) throw new AppError(commonErrors.notSignedIn)
  const { row, ...holder } =
    isLink(request.query) || !ctx.me ? await mustOpenLink(ctx, request) : { row: await mustSee(ctx, ctx.me, request.params.id) }
  const { sha256, size, mediaType } = row
  return { sha256, size, mediaType, fileName: savedName(row), disposition: 'attachment', cache: 'private', ...holder }
}

export const preview = async (ctx: Ctx, { params: { id } }: Input<typeof attachmentsApi.preview>): Promise<FileAnswer> => {
  const row = await mustSee(ctx, ctx.me, id)
  const { previewSha256: sha256, previewSize: size, previewType: mediaType } = row
  if (sha256 === null || size === null || mediaType === null) throw new AppError(commonErrors.notFound)
  const fileName = savedName({ originalName: row.originalName, mediaType })
  return { sha256, size, mediaType, fileName, disposition: 'attachment', cache: 'private', isPicture: true }
}

export const link = async (ctx: Ctx, { params: { id } }: Input<typeof attachmentsApi.link>): Promise<Reply<typeof attachmentsApi.link>> => {
  const { sha256 } = await mustSee(ctx, ctx.me, id)
  const { url, expiresAt } = await makeLink(ctx, { path: pathOf(id), sha256 })
  return { downloadUrl: url, expiresAt }
}
