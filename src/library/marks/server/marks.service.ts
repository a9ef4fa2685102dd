import type { Reply } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { findOrThrow } from '#library/documents/server/documents.service.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { type Mark, type MarkColor, type marksApi, marksErrors, marksLimits, type SentMark } from '../marks.contract.ts'
import * as rows from './marks.db.ts'

const toMark = ({ id, change, kind, page, startPosition, endPosition, quote, color, note }: rows.MarkRow): Mark => ({
  _id: id,
  change,
  kind,
  page,
  start: startPosition,
  end: endPosition,
  quote,
  color: color as MarkColor | null,
  note,
})

const empty = { page: null, startPosition: null, endPosition: null, quote: null, color: null, note: null }

const columnsOf = (sent: SentMark): Omit<rows.MarkRow, 'userId' | 'documentId' | 'id' | 'change'> => {
  if (sent.kind !== 'highlight') return { ...empty, ...sent }
  const { start: startPosition, end: endPosition, ...rest } = sent
  return { ...rest, startPosition, endPosition }
}

const isSame = (row: rows.MarkRow, sent: ReturnType<typeof columnsOf>): boolean =>
  Object.entries(sent).every(([column, value]) => row[column as keyof rows.MarkRow] === value)

export const list = async (
  { db, me }: Ctx,
  { params, query: { since } }: Input<typeof marksApi.list>,
): Promise<Reply<typeof marksApi.list>> => {
  const { id: documentId } = await findOrThrow(db, params.id)
  const found = await rows.changedAfter(db, { userId: me._id, documentId }, since, marksLimits.reply + 1)
  return { items: found.slice(0, marksLimits.reply).map(toMark), hasMore: found.length > marksLimits.reply }
}

/** The last edit wins, except over a deletion. Nobody else sees any of it, so it is not audited. */
export const save = ({ transact, me }: Ctx, { params, body }: Input<typeof marksApi.save>): Promise<Reply<typeof marksApi.save>> =>
  transact(async (tx) => {
    const { id: documentId, pages } = await findOrThrow(tx, params.id)
    if (pages !== null && body.page > pages) throw new AppError(marksErrors.noSuchPage, { field: 'page' })
    if (body.kind === 'highlight' && body.end <= body.start) throw new AppError(marksErrors.noRange, { field: 'end' })
    const owner = { userId: me._id, documentId }
    const change = await rows.nextChange(tx, me._id)
    const before = await rows.byId(tx, owner, params.markId)
    const sent = columnsOf(body)
    if (before && (before.kind === 'deleted' || isSame(before, sent))) return toMark(before)
    if (!before) {
      if ((await rows.countInDocument(tx, owner)) >= marksLimits.ofDocument) throw new AppError(marksErrors.tooManyHere)
      if ((await rows.countOfPerson(tx, me._id)) >= marksLimits.ofPerson) throw new AppError(marksErrors.tooMany)
    }
    const row = { ...owner, id: params.markId, change, ...sent }
    await rows.write(tx, row)
    return toMark(row)
  })

/** An id that is unknown was never saved: deleting it is recorded too, because a delayed save may still arrive. */
export const remove = ({ transact, me }: Ctx, { params }: Input<typeof marksApi.remove>): Promise<void> =>
  transact(async (tx) => {
    const { id: documentId } = await findOrThrow(tx, params.id)
    const owner = { userId: me._id, documentId }
    const change = await rows.nextChange(tx, me._id)
    const before = await rows.byId(tx, owner, params.markId)
    if (before?.kind === 'deleted') return
    if (!before && (await rows.countOfPerson(tx, me._id)) >= marksLimits.ofPerson) return
    await rows.write(tx, { ...owner, id: params.markId, change, kind: 'deleted', ...empty })
  })
