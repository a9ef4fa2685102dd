import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { assertEntries, contentIn } from './entries.ts'
import { MANIFEST, type Manifest, unseal } from './manifest.ts'
import { BrokenArchiveError, contentOf, readTar, type TarEntry } from './tar.ts'

/** An open archive that was verified. */
export type CheckedArchive = {
  manifest: Manifest
  /** Its files by name. */
  entries: ReadonlyMap<string, TarEntry>
  content: (entry: TarEntry) => AsyncGenerator<Buffer>
  close: () => Promise<void>
}

/** Receives the number of bytes that are done, and the total. */
export type OnProgress = (done: number, total: number) => void

const MAX_MANIFEST = 512 * 1_024 * 1_024

const bytesOf = async (file: FileHandle, entry: TarEntry): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of contentOf(file, entry)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const readManifest = async (file: FileHandle, last: TarEntry | undefined): Promise<Manifest> => {
  if (last?.name !== MANIFEST || last.size > MAX_MANIFEST) throw new BrokenArchiveError('it is not a backup of Carrel')
  return unseal(await bytesOf(file, last))
}

/** Throws unless the files in the archive are those that the manifest names, in the same order. */
const assertNamed = ({ entries }: Manifest, found: readonly TarEntry[]): void => {
  if (entries.length !== found.length) throw new BrokenArchiveError('it has been changed or damaged')
  for (const [at, { name, size }] of found.entries()) if (entries[at]?.name !== name || entries[at].size !== size) throw changedIn(name)
}

const changedIn = (name: string): BrokenArchiveError => new BrokenArchiveError(`its file "${name}" has been changed or damaged`)

const checkContents = async (file: FileHandle, { entries, damaged }: Manifest, found: readonly TarEntry[], onProgress: OnProgress) => {
  const known = new Set(damaged)
  const total = found.reduce((sum, { size }) => sum + size, 0)
  let done = 0
  for (const [at, entry] of found.entries()) {
    const hash = createHash('sha256')
    for await (const chunk of contentOf(file, entry)) {
      hash.update(chunk)
      done += chunk.length
      onProgress(done, total)
    }
    const sha256 = hash.digest('hex')
    if (entries[at]?.sha256 !== sha256) throw changedIn(entry.name)
    const content = contentIn(entry.name)
    if (content !== undefined && content !== sha256 && !known.has(content))
      throw new BrokenArchiveError(`its file "${entry.name}" is not the one that its name says`)
  }
}

/** Opens an archive and reads all of it. Throws a `BrokenArchiveError` unless every byte is as it was written. */
export const openArchive = async (path: string, onProgress: OnProgress = () => {}): Promise<CheckedArchive> => {
  const file = await open(path, 'r')
  try {
    const found = await readTar(file)
    const last = found.pop()
    const manifest = await readManifest(file, last)
    assertNamed(manifest, found)
    assertEntries(manifest, found)
    await checkContents(file, manifest, found, onProgress)
    return {
      manifest,
      entries: new Map(found.map((entry) => [entry.name, entry])),
      content: (entry) => contentOf(file, entry),
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}
