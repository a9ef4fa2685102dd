import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { FORMAT, MANIFEST, type Manifest, unseal } from './manifest.ts'
import { BrokenArchiveError, contentOf, readTar, type TarEntry } from './tar.ts'

/** An archive that is open and was found whole. */
export type CheckedArchive = {
  manifest: Manifest
  /** The files in it by their names. */
  entries: ReadonlyMap<string, TarEntry>
  content: (entry: TarEntry) => AsyncGenerator<Buffer>
  close: () => Promise<void>
}

/** Is told how many bytes of how many are done. */
export type OnProgress = (done: number, total: number) => void

const MAX_MANIFEST = 512 * 1_024 * 1_024

const bytesOf = async (file: FileHandle, entry: TarEntry): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of contentOf(file, entry)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const readManifest = async (file: FileHandle, last: TarEntry | undefined): Promise<Manifest> => {
  if (last?.name !== MANIFEST || last.size > MAX_MANIFEST) throw new BrokenArchiveError('it is not a backup of Carrel')
  const manifest = unseal(await bytesOf(file, last))
  if (manifest.format > FORMAT) throw new BrokenArchiveError('it was made by a newer version of Carrel: restore it with that version')
  return manifest
}

const checkContents = async (file: FileHandle, { entries }: Manifest, found: readonly TarEntry[], onProgress: OnProgress) => {
  const total = found.reduce((sum, { size }) => sum + size, 0)
  let done = 0
  if (entries.length !== found.length) throw new BrokenArchiveError('it has been changed or damaged')
  for (const [at, entry] of found.entries()) {
    const said = entries[at]
    const hash = createHash('sha256')
    for await (const chunk of contentOf(file, entry)) {
      hash.update(chunk)
      done += chunk.length
      onProgress(done, total)
    }
    if (said?.name !== entry.name || said.size !== entry.size || said.sha256 !== hash.digest('hex'))
      throw new BrokenArchiveError(`its file "${entry.name}" has been changed or damaged`)
  }
}

/** Opens an archive and reads all of it. Throws a `BrokenArchiveError` unless every byte is as it was written. */
export const openArchive = async (path: string, onProgress: OnProgress = () => {}): Promise<CheckedArchive> => {
  const file = await open(path, 'r')
  try {
    const found = await readTar(file)
    const last = found.pop()
    const manifest = await readManifest(file, last)
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
