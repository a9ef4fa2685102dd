import { Readable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import { AppError, commonErrors } from '#contract/errors.ts'
import { findOrThrow } from '#library/documents/server/documents.service.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import type { StreamAnswer } from '#server/http/fileAnswer.ts'
import { WorkError } from '#server/work/pool.ts'
import { runWork } from '#server/work/run.ts'
import type { extractionApi } from '../extraction.contract.ts'

const TIMEOUT_MS = 10_000
/** Pictures of at most 64 KB. */
const MOST_PICTURES = 64

type Picture = Uint8Array | null

/**
 * Painted pages by the hash of the document, null where there is no picture. They are not stored: only a device without the reader's
 * code asks for them, usually once for each version of the program.
 */
const painted = new LRUCache<string, Promise<Picture>>({ max: MOST_PICTURES })

const paint = async ({ storage, me, log }: Ctx, sha256: string): Promise<Picture> => {
  try {
    return await storage.withLocal(sha256, (path) => runWork('firstPage', { path }, { timeoutMs: TIMEOUT_MS, person: me._id }))
  } catch (error) {
    if (!(error instanceof WorkError)) throw error
    if (error.reason === 'stopped') throw new AppError(commonErrors.unavailable)
    log.info({ err: error, sha256 }, 'the first page of a document could not be painted')
    return null
  }
}

/** Paints a page once, also for people who ask at the same time. A failure that has nothing to do with the document is not kept. */
const pictureOf = (ctx: Ctx, sha256: string): Promise<Picture> => {
  const known = painted.get(sha256)
  if (known) return known
  const painting = paint(ctx, sha256)
  painted.set(sha256, painting)
  painting.catch(() => painted.delete(sha256))
  return painting
}

export const firstPage = async (ctx: Ctx, { params }: Input<typeof extractionApi.firstPage>): Promise<StreamAnswer> => {
  const { sha256, mediaType } = await findOrThrow(ctx.db, params.id)
  const picture = mediaType === 'application/pdf' ? await pictureOf(ctx, sha256) : null
  if (!picture) throw new AppError(commonErrors.notFound)
  return { content: Readable.from([Buffer.from(picture)]), mediaType: 'image/webp', fileName: 'page.webp' }
}
