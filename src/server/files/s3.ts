import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clocked } from '#server/clock.ts'
import type { S3Config } from '#server/config.s3.ts'
import * as rows from './keptContents.db.ts'
import { receivingIn } from './receiving.ts'
import { openBucket, type Patience, usualPatience } from './s3Client.ts'
import { keepingIn } from './s3Keeping.ts'
import { keyOf, readingIn } from './s3Reading.ts'
import type { Storage } from './storage.ts'
import { removeDead, removeOlder } from './temporary.ts'

const LINK_SECONDS = 300

/**
 * Stores contents in a bucket, as `files/ab/abcdef…`. Uploads are first received in `files/incoming/` of the data folder, as on the
 * disk, so that nothing incomplete or unexpected reaches the bucket.
 */
export const s3Storage = async ({
  s3,
  dataDir,
  patience = usualPatience,
  ...needs
}: Clocked & { s3: S3Config; dataDir: string; patience?: Patience | undefined }): Promise<Storage> => {
  const incoming = join(dataDir, 'files/incoming')
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  await removeDead(incoming)
  const bucket = openBucket(s3, patience)
  const { keep, markPending, ...keeping } = keepingIn({ ...needs, bucket, waitMs: patience.removal })
  return {
    ...receivingIn(incoming),
    ...readingIn({ bucket, db: needs.db, incoming }),
    ...keeping,
    keep,
    markPending,
    removeLeftovers: async (before) => {
      await rows.removeMarksBefore(needs.db, before.toISOString())
      return removeOlder(incoming, before)
    },
    remote: {
      state: bucket.state,
      probe: bucket.probe,
      ...(s3.redirect && {
        signedUrl: (sha256: string, reply: Record<string, string>) => bucket.signedUrl(keyOf(sha256), reply, LINK_SECONDS),
      }),
    },
  }
}
