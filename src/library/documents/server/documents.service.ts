import type { Reply } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { type Document, documentErrors, type documentsApi } from '#library/documents/documents.contract.ts'
import { newId } from '#server/db/ids.ts'
import type { Db } from '#server/db/tables.ts'
import { isForeignKeyViolation } from '#server/db/violations.ts'
import type { Input } from '#server/feature/feature.ts'
import type { ActorContext, Ctx, OpenCtx } from '#server/feature/platform.ts'
import { isLink, linkHolder, makeLink } from '#server/files/links.ts'
import { isShown, mediaTypeOf } from '#server/files/mediaType.ts'
import type { ReceivedFile } from '#server/files/storage.ts'
import { storeWithRow } from '#server/files/storeWithRow.ts'
import type { FileAnswer } from '#server/http/fileAnswer.ts'
import { byId, pageOf } from '#server/http/paging.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import { fileUrl, toDocument, toDocuments } from './documents.answer.ts'
import { countOf } from './documents.counts.service.ts'
import * as rows from './documents.db.ts'

/** For other services: returns a document that is not deleted, or throws not found. */
export const findOrThrow = async (db: Db, id: string): Promise<rows.DocumentRow> => {
  const row = await rows.byId(db, id)
  if (!row) throw new AppError(commonErrors.notFound)
  return row
}

export const list = async (ctx: Ctx, { query }: Input<typeof documentsApi.list>): Promise<Reply<typeof documentsApi.list>> => {
  const { db } = ctx
  const { cursor, limit: _, ...filter } = query
  const page = await pageOf(byId, query, (limit, after) => rows.page(db, filter, limit, after))
  const { nextCursor } = page
  const items = await toDocuments(ctx, page.items)
  const isWhole = !cursor && nextCursor === null
  return { items, nextCursor, total: isWhole ? items.length : await countOf(db, filter) }
}

/** For the other services of this feature. */
export const categoryMissing = () => new AppError(documentErrors.categoryMissing, { field: 'category' })

type NewDocument = { title: string; category: { _id: string; name: string } | null; file: ReceivedFile; clientId?: string | undefined }

type Adding = Pick<ActorContext, 'me' | 'now'>

/** Returns the document of a repeated upload. Throws a conflict if the id belongs to something else. */
const addedBefore = async (tx: Db, { me }: Adding, { clientId = '', file }: NewDocument): Promise<string> => {
  const before = await rows.byClientId(tx, clientId)
  if (before?.uploadedBy !== me._id || before.fileSha256 !== file.sha256) throw new AppError(commonErrors.conflict)
  return before.id
}

/** For other services, in the transaction that stores the file: creates its document and the audit entry. */
export const add = async (tx: Db, ctx: Adding, document: NewDocument): Promise<string> => {
  const { title, category, file, clientId = null } = document
  const id = newId()
  const { sha256: fileSha256, fileName } = file
  const categoryId = category?._id ?? null
  const about = { uploadedBy: ctx.me._id, createdAt: ctx.now.toISOString(), clientId }
  if (!(await rows.insert(tx, { id, title, categoryId, fileSha256, fileName, ...about }))) return addedBefore(tx, ctx, document)
  await writeAudit(tx, ctx, { action: 'documents.create', targetId: id, after: { title, category: category?.name ?? null, fileName } })
  return id
}

export const create = async (ctx: Ctx, { body, file }: Input<typeof documentsApi.create>): Promise<Document> => {
  const mediaType = mediaTypeOf(file.head)
  if (mediaType !== 'application/pdf') throw new AppError(documentErrors.notPdf, { field: 'pdf' })
  const { title, category, clientId } = body
  try {
    const row = await storeWithRow(ctx, file, mediaType, async (tx) => {
      const name = await rows.categoryName(tx, category)
      if (name === undefined) throw categoryMissing()
      return findOrThrow(tx, await add(tx, ctx, { title, category: { _id: category, name }, file, clientId }))
    })
    return await toDocument(ctx, row)
  } catch (error) {
    // The category was deleted between the check and the insert.
    throw isForeignKeyViolation(error) ? categoryMissing() : error
  }
}

export const read = async (ctx: Ctx, { params }: Input<typeof documentsApi.read>): Promise<Document> =>
  toDocument(ctx, await findOrThrow(ctx.db, params.id))

export const link = async (ctx: Ctx, { params }: Input<typeof documentsApi.link>): Promise<Reply<typeof documentsApi.link>> => {
  const { id, sha256 } = await findOrThrow(ctx.db, params.id)
  const { url, expiresAt } = await makeLink(ctx, { path: fileUrl(id), sha256 })
  return { downloadUrl: url, expiresAt }
}

type Reading = Input<typeof documentsApi.file>['query']

/**
 * Returns the reader: the signed-in caller, or the person to whom a link to this file at this path was issued. Throws if there is neither.
 */
const readerOf = async (ctx: OpenCtx, row: rows.DocumentRow | undefined, path: string, query: Reading): Promise<string> => {
  if (!isLink(query)) {
    if (!ctx.me) throw new AppError(commonErrors.notSignedIn)
    return ctx.me._id
  }
  const holder = row && (await linkHolder(ctx, { path, sha256: row.sha256 }, query, ctx.now))
  // A link is personal: it does not work in the session of another person.
  if (!holder || (ctx.me && ctx.me._id !== holder._id)) throw new AppError(documentErrors.linkInvalid)
  return holder._id
}

export const file = (ctx: OpenCtx, { params, query }: Input<typeof documentsApi.file>): Promise<FileAnswer> =>
  openFile(ctx, params.id, fileUrl(params.id), query)

/** Opens the file of a document for a member, or for the holder of a link to it at `path`. */
export const openFile = async (ctx: OpenCtx, id: string, path: string, query: Reading): Promise<FileAnswer> => {
  const row = await rows.byId(ctx.db, id)
  const holder = await readerOf(ctx, row, path, query)
  if (!row) throw new AppError(commonErrors.notFound)
  const { sha256, size, mediaType, fileName } = row
  const disposition = isShown(mediaType) ? 'inline' : 'attachment'
  return { sha256, size, mediaType, fileName, disposition, cache: 'private', holder, mayRedirect: true }
}

/** For other features: the newest documents. */
export const newest = async (ctx: Ctx, limit: number): Promise<Document[]> => toDocuments(ctx, await rows.page(ctx.db, {}, limit))

/** For other features: these documents in this order, without missing or deleted ones. */
export const inOrder = async (ctx: Ctx, ids: readonly string[]): Promise<Document[]> => {
  const found = new Map((await toDocuments(ctx, await rows.byIds(ctx.db, ids))).map((one) => [one._id, one]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** For other features, in their transaction: moves all documents out of these categories; returns their number. */
export const uncategorize = (tx: Db, categoryIds: readonly string[]): Promise<number> => rows.uncategorize(tx, categoryIds)

/** For other features: returns whether this document exists and is not deleted. */
export const exists = async (db: Db, id: string): Promise<boolean> => (await rows.byId(db, id)) !== undefined
