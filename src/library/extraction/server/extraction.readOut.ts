import { AppError, commonErrors } from '#contract/errors.ts'
import type { Platform } from '#server/feature/platform.ts'
import type { DocumentInput, ReadDocument } from '#server/work/document.ts'
import { WorkError } from '#server/work/pool.ts'
import { runWork } from '#server/work/run.ts'

export type Content = { sha256: string; mediaType: string }

const TIMEOUT_MS = 60_000
export const nothing: ReadDocument = { pages: null, cover: null, texts: [] }

const kinds: Record<string, DocumentInput['kind'] | undefined> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'picture',
  'image/png': 'picture',
  'image/webp': 'picture',
  'image/gif': 'picture',
  'text/plain': 'text',
  'text/markdown': 'text',
  'text/csv': 'text',
}

/** Extracts a content, or returns why it cannot be extracted. A type without an extractor has an empty result, which is not a failure. */
export const readOut = async ({ storage }: Platform, { sha256, mediaType }: Content): Promise<ReadDocument> => {
  const kind = kinds[mediaType]
  if (!kind) return nothing
  const once = () => storage.withLocal(sha256, (path) => runWork('document', { path, kind }, { timeoutMs: TIMEOUT_MS }))
  // The process may have died for another reason than this file, so it is tried twice.
  return once().catch((error: unknown) => {
    if (error instanceof WorkError && error.reason === 'died') return once()
    throw error
  })
}

/** Returns whether a content is not worth retrying: it is unreadable, too expensive, or missing. */
export const isHopeless = (error: unknown): boolean =>
  error instanceof WorkError ? error.reason !== 'stopped' : error instanceof AppError && error.kind === commonErrors.notFound
