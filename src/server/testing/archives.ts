import { open } from 'node:fs/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { openArchive } from '#server/backup/check.ts'
import { rowsEntryOf } from '#server/backup/entries.ts'
import { type Manifest, seal } from '#server/backup/manifest.ts'
import { writeTar } from '#server/backup/tar.ts'

/** An archive as a person who knows the format could repack it: every hash is correct. */
export type Forged = {
  manifest: Manifest
  /** The files in order. A name may occur twice. */
  files: { name: string; bytes: Buffer }[]
}

export const takeApart = async (path: string): Promise<Forged> => {
  const archive = await openArchive(path)
  const files = []
  for (const entry of archive.entries.values()) {
    const chunks: Buffer[] = []
    for await (const chunk of archive.content(entry)) chunks.push(chunk)
    files.push({ name: entry.name, bytes: Buffer.concat(chunks) })
  }
  await archive.close()
  return { manifest: archive.manifest, files }
}

export const putTogether = async (path: string, { manifest, files }: Forged): Promise<void> => {
  const file = await open(path, 'w')
  const tar = writeTar(file)
  const inOne = async function* (bytes: Buffer) {
    yield bytes
  }
  const entries = []
  for (const { name, bytes } of files) entries.push({ name, size: bytes.length, sha256: await tar.add(name, bytes.length, inOne(bytes)) })
  const sealed = seal({ ...manifest, entries })
  await tar.add('manifest.json', sealed.length, inOne(sealed))
  await tar.end()
  await file.close()
}

/** Changes the lines of a table; the manifest counts them, unless it is given another number. */
export const withLines = (table: string, change: (lines: string[]) => string[], rows?: number) => {
  return ({ manifest, files }: Forged): Forged => {
    const name = rowsEntryOf(table)
    let count = 0
    const changed = files.map((file) => {
      if (file.name !== name) return file
      const lines = change(gunzipSync(file.bytes).toString().split('\n').slice(0, -1))
      count = lines.length
      return { name, bytes: gzipSync(lines.map((line) => `${line}\n`).join('')) }
    })
    const tables = manifest.tables.map((one) => (one.name === table ? { ...one, rows: rows ?? count } : one))
    return { manifest: { ...manifest, tables }, files: changed }
  }
}
