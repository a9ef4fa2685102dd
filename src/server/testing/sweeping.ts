import { createHash, randomUUID } from 'node:crypto'
import { sweep } from '#server/files/sweep.ts'
import type { Given } from './given.ts'

/** Adds a content that no row refers to, lets the sweep handle all of them, and returns how many rows it released. */
export const releaseUnnamed = async ({ db, platform }: Given): Promise<number> => {
  const sha256 = createHash('sha256').update(randomUUID()).digest('hex')
  await db.insertInto('files').values({ sha256, size: 1, mediaType: 'application/pdf', createdAt: '2020-01-01T00:00:00.000Z' }).execute()
  return (await sweep(platform)).released
}
