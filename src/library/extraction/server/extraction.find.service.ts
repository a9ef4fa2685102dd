import { setImmediate } from 'node:timers/promises'
import type { Reply } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { findOrThrow } from '#library/documents/server/documents.service.ts'
import type { extractionApi } from '#library/extraction/extraction.contract.ts'
import { countIn, foldText } from '#library/extraction/extraction.find.policy.ts'
import type { Db } from '#server/db/tables.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import * as rows from './extraction.find.db.ts'

type Found = Reply<typeof extractionApi.findInDocument>

/** A page may have a hundred thousand characters, so this is two megabytes at most. */
const PAGES_AT_ONCE = 20
/** Milliseconds of searching before other calls may run. */
const SLICE_MS = 10

/** Counts page by page, so that other calls do not wait for a long book; undefined if no page has text. */
const countPages = async (db: Db, sha256: string, wanted: string): Promise<Found['pages'] | undefined> => {
  const found: Found['pages'] = []
  let sliceEnds = performance.now() + SLICE_MS
  let texts = await rows.textsAfter(db, sha256, 0, PAGES_AT_ONCE)
  if (texts.length === 0) return undefined
  while (texts.length > 0) {
    for (const { page, text } of texts) {
      const count = countIn(foldText(text), wanted)
      if (count > 0) found.push({ page, count })
      if (performance.now() < sliceEnds) continue
      await setImmediate()
      sliceEnds = performance.now() + SLICE_MS
    }
    const last = texts.at(-1)?.page ?? 0
    texts = texts.length < PAGES_AT_ONCE ? [] : await rows.textsAfter(db, sha256, last, PAGES_AT_ONCE)
  }
  return found
}

const nothingOf = (text: Found['text']): Found => ({ text, total: 0, pages: [] })

/** Counts every match in a document, so that the first response contains the total. */
export const findInDocument = async ({ db }: Ctx, { params, query }: Input<typeof extractionApi.findInDocument>): Promise<Found> => {
  const { sha256 } = await findOrThrow(db, params.id)
  const reading = await rows.readingOf(db, sha256)
  if (!reading) return nothingOf('pending')
  if (reading.outcome !== 'done' || (reading.pages ?? 0) > limits.pagesRead) return nothingOf('unavailable')
  const pages = await countPages(db, sha256, foldText(query.q))
  if (!pages) return nothingOf('none')
  return { text: 'ready', total: pages.reduce((sum, { count }) => sum + count, 0), pages }
}
