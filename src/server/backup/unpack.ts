import { createHash } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { syncFolder } from '../files/syncFolder.ts'
import type { CheckedArchive, OnProgress } from './check.ts'
import { contentIn, rowsEntryOf } from './entries.ts'
import type { ArchivedTable } from './manifest.ts'

/** Yields the rows of a table as they are in the archive. */
export const linesIn =
  ({ entries, content }: CheckedArchive) =>
  (table: ArchivedTable): AsyncIterable<Buffer> => {
    const entry = entries.get(rowsEntryOf(table.name))
    if (!entry) throw new Error(`The rows of "${table.name}" are not in the archive.`)
    return Readable.from(content(entry), { objectMode: false }).pipe(createGunzip())
  }

/** Several at a time, since each waits for the disk. */
const AT_ONCE = 16

/** Writes the contents of an archive to a folder, in the layout of the storage. */
export const unpackFiles = async (archive: CheckedArchive, root: string, onProgress: OnProgress): Promise<number> => {
  await mkdir(root, { recursive: true, mode: 0o700 })
  const waiting = [...archive.entries.values()].filter(({ name }) => contentIn(name) !== undefined)
  const said = new Map(archive.manifest.entries.map(({ name, sha256 }) => [name, sha256]))
  const count = waiting.length
  const total = waiting.reduce((sum, { size }) => sum + size, 0)
  const folders = new Set<string>()
  let done = 0
  const unpackNext = async (): Promise<void> => {
    for (let entry = waiting.shift(); entry; entry = waiting.shift()) {
      const sha256 = contentIn(entry.name) ?? ''
      const folder = join(root, sha256.slice(0, 2))
      if (!folders.has(folder)) await mkdir(folder, { recursive: true, mode: 0o700 })
      folders.add(folder)
      const hash = createHash('sha256')
      const file = await open(join(folder, sha256), 'wx', 0o600)
      try {
        for await (const chunk of archive.content(entry)) {
          hash.update(chunk)
          await file.writeFile(chunk)
          done += chunk.length
          onProgress(done, total)
        }
        await file.sync()
      } finally {
        await file.close()
      }
      if (hash.digest('hex') !== said.get(entry.name)) throw new Error(`The archive changed while it was being restored.`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, unpackNext))
  for (const folder of [...folders, root]) await syncFolder(folder)
  return count
}
