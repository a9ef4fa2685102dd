import { Readable } from 'node:stream'
import type { S3Config } from '../config.s3.ts'
import { openBucket } from '../files/s3Client.ts'
import { keyOf } from '../files/s3Reading.ts'
import type { CheckedArchive, OnProgress } from './check.ts'
import { contentIn } from './entries.ts'

/** Several at a time, since each waits for the bucket. */
const AT_ONCE = 4

/**
 * Puts the contents of an archive into a bucket. Names are hashes, so this changes nothing that anybody uses: an intact content
 * replaces what is there under its name, and one that was damaged when the archive was made replaces nothing.
 */
export const unpackToBucket = async (archive: CheckedArchive, s3: S3Config, onProgress: OnProgress): Promise<number> => {
  const bucket = openBucket(s3)
  const waiting = [...archive.entries.values()].filter(({ name }) => contentIn(name) !== undefined)
  const hashes = new Map(archive.manifest.entries.map(({ name, sha256 }) => [name, sha256]))
  const count = waiting.length
  const total = waiting.reduce((sum, { size }) => sum + size, 0)
  let done = 0
  const putNext = async (): Promise<void> => {
    for (let entry = waiting.shift(); entry; entry = waiting.shift()) {
      const { name, size } = entry
      const [key, sha256] = [contentIn(name) ?? '', hashes.get(name) ?? '']
      const from = entry
      await bucket.fetch({
        method: 'PUT',
        key: keyOf(key),
        headers: key === sha256 ? {} : { 'if-none-match': '*' },
        upload: { sha256, size, open: () => Readable.from(archive.content(from), { objectMode: false }) },
      })
      done += size
      onProgress(done, total)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, putNext))
  return count
}
