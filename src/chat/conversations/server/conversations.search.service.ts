/*
 * What an attacker can do here, and which line stops it. The index is only searched in cells of the caller's own conversations
 * (`searchable`), and its results are checked against them again (`ownHits`). Search input is treated as words, never as a command
 * (`textQuery`).
 */
import type { Reply } from '#contract/endpoint.ts'
import { cellOf } from '#server/db/messageIndex.ts'
import type { Db } from '#server/db/tables.ts'
import { type TextQuery, textQuery } from '#server/db/words.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx, Platform } from '#server/feature/platform.ts'
import { byId, pageOf } from '#server/http/paging.ts'
import type { chatApi } from '../conversations.contract.ts'
import { toMessages } from './conversations.answer.ts'
import { byIds } from './conversations.messages.db.ts'
import * as rows from './conversations.search.db.ts'

/** Maximum number of conversations that one search covers, the latest first. */
const MOST_CONVERSATIONS = 2_000

/** Number of cells searched in the first round: small, since common words are found in the newest cells. */
const FIRST_CELLS = 16
const MOST_CELLS = 256

/** A block of messages of a conversation; `newest` is the id of its newest message, or a later one. */
type Cell = { name: string; newest: string }

/**
 * Returns the cells of these conversations, ordered by the newest message they can have; cells entirely newer than `before` are
 * skipped.
 */
const cellsOf = async (db: Db, conversations: readonly rows.Searched[], before: string | undefined): Promise<Cell[]> => {
  const { cellMessages } = rows.indexOf(db)
  const known = new Map(conversations.map((conversation) => [conversation.id, conversation]))
  const isOlder = ({ conversationId, seq }: rows.Place): boolean => {
    const { firstSeq = 0, lastSeq = 0 } = known.get(conversationId) ?? {}
    return firstSeq <= seq && seq < lastSeq
  }
  const ends = (await rows.cellEnds(db, [...known.keys()])).filter(isOlder)
  const cellAfter = ({ conversationId, seq }: rows.Place): string => cellOf(conversationId, Math.floor(seq / cellMessages) + 1)
  const tooNew = new Set(ends.filter(({ id }) => before !== undefined && id >= before).map(cellAfter))
  const older = ends.map(({ id, conversationId, seq }) => ({
    name: cellOf(conversationId, Math.floor(seq / cellMessages)),
    newest: id,
  }))
  const newest = conversations.map(({ id, lastSeq, activity }) => ({
    name: cellOf(id, Math.floor(lastSeq / cellMessages)),
    newest: activity,
  }))
  return [...older, ...newest].filter(({ name }) => !tooNew.has(name)).sort((one, other) => (one.newest < other.newest ? 1 : -1))
}

/** Returns the newest messages that contain all words. Searches cells until no other cell can have a newer match. */
const newestHits = async (
  db: Db,
  query: TextQuery,
  cells: readonly Cell[],
  before: string | undefined,
  most: number,
): Promise<string[]> => {
  const index = rows.indexOf(db)
  let hits: string[] = []
  for (let from = 0, size = FIRST_CELLS; from < cells.length; from += size, size = Math.min(size * 4, MOST_CELLS)) {
    const last = hits[most - 1]
    if (last !== undefined && last > (cells[from]?.newest ?? '')) break
    const some = cells.slice(from, from + size).map(({ name }) => name)
    const found = await index.find(db, query, { cells: some, before, most })
    hits = [...hits, ...found].sort((one, other) => (one < other ? 1 : -1)).slice(0, most)
  }
  return hits
}

export const search = async (ctx: Ctx, { query }: Input<typeof chatApi.search>): Promise<Reply<typeof chatApi.search>> => {
  const wanted = textQuery(query.q)
  const own = wanted ? await rows.searchable(ctx.db, ctx.me._id, MOST_CONVERSATIONS) : []
  const { items: hits, nextCursor } = await pageOf(byId, query, async (limit, before) =>
    wanted ? (await newestHits(ctx.db, wanted, await cellsOf(ctx.db, own, before), before, limit)).map((id) => ({ id })) : [],
  )
  return { items: await ownHits(ctx, own, hits), nextCursor }
}

/** Returns the messages with their conversations, without messages deleted or conversations left between the two queries. */
const ownHits = async (
  ctx: Ctx,
  own: readonly rows.Searched[],
  hits: readonly { id: string }[],
): Promise<Reply<typeof chatApi.search>['items']> => {
  const conversations = new Map(own.map(({ id, name, type, firstSeq }) => [id, { _id: id, name, type, firstSeq }]))
  const ids = hits.map(({ id }) => id)
  const found = ids.length === 0 ? [] : await byIds(ctx.db, ids)
  const messages = new Map((await toMessages(ctx, found)).map((message) => [message._id, message]))
  return hits.flatMap(({ id }) => {
    const message = messages.get(id)
    const conversation = message && conversations.get(message.conversation)
    if (!message || !conversation || message.isDeleted || message.seq < conversation.firstSeq) return []
    const { firstSeq: _, ...shown } = conversation
    return [{ message, conversation: shown }]
  })
}

/** Removes the words of deleted and edited messages from the disk. */
export const eraseWords = ({ db }: Pick<Platform, 'db'>): Promise<void> => rows.indexOf(db).erase(db)

/** Runs index maintenance, which keeps searches fast when many messages are written. */
export const tidySearch = ({ db }: Pick<Platform, 'db'>): Promise<void> => rows.indexOf(db).tidy(db)
