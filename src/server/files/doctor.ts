import { createHash } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import type { Platform } from '#server/feature/platform.ts'
import * as rows from './files.db.ts'

/**
 * `missing`: a row names a content that does not exist. `changed`: the content does not match its hash. `orphaned`: no row names
 * the content, which may also be an upload in progress; the sweep removes it after an hour. `foreign`: no row names it either, and
 * this installation did not put it into the bucket, so nothing removes it.
 */
export type Finding = { sha256: string; problem: 'missing' | 'changed' | 'orphaned' | 'foreign' }

type Needs = Pick<Platform, 'db' | 'storage'>

const batch = 500

const examine = async ({ storage }: Needs, sha256: string, size: number): Promise<Finding['problem'] | undefined> => {
  try {
    const hash = createHash('sha256')
    let read = 0
    for await (const chunk of (await storage.read(sha256)) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      read += chunk.length
    }
    return read === size && hash.digest('hex') === sha256 ? undefined : 'changed'
  } catch (error) {
    if (error instanceof AppError && error.kind.status === 404) return 'missing'
    throw error
  }
}

/** Reads every content that a row names and compares it with its hash, then finds contents without a row. Changes nothing. */
export const doctor = async (platform: Needs): Promise<Finding[]> => {
  const findings: Finding[] = []
  let page: Awaited<ReturnType<typeof rows.pageAfter>>
  let last = ''
  do {
    page = await rows.pageAfter(platform.db, last, batch)
    for (const { sha256, size } of page) {
      const problem = await examine(platform, sha256, size)
      if (problem) findings.push({ sha256, problem })
      last = sha256
    }
  } while (page.length === batch)

  type Listed = { sha256: string; isForeign?: boolean }
  const findOrphans = async (contents: readonly Listed[]) => {
    const named = await rows.namedAmong(
      platform.db,
      contents.map(({ sha256 }) => sha256),
    )
    for (const { sha256, isForeign } of contents)
      if (!named.has(sha256)) findings.push({ sha256, problem: isForeign ? 'foreign' : 'orphaned' })
  }
  let contents: Listed[] = []
  for await (const content of platform.storage.list()) {
    contents.push(content)
    if (contents.length < batch) continue
    await findOrphans(contents)
    contents = []
  }
  await findOrphans(contents)
  return findings
}
