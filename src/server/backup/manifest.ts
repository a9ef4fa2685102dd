import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { BrokenArchiveError } from './tar.ts'

/** The version of the archive format, raised when an older program could not read it. */
export const FORMAT = 1

export const MANIFEST = 'manifest.json'

const Count = z.int().check(z.minimum(0))
const Hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const Name = z.string().check(z.regex(/^[a-z][a-z0-9_]*$/))

const ArchivedTable = z.object({ name: Name, columns: z.array(Name), rows: Count })
const ArchivedEntry = z.object({ name: z.string(), size: Count, sha256: Hash })

const ManifestShape = z.object({
  format: z.int(),
  program: z.string(),
  madeAt: z.string(),
  dialect: z.enum(['sqlite', 'postgres']),
  timeZone: z.string(),
  head: z.optional(z.string()),
  migrations: z.array(z.string()),
  tables: z.array(ArchivedTable),
  withFiles: z.boolean(),
  missing: z.array(Hash),
  damaged: z.array(Hash),
  entries: z.array(ArchivedEntry),
})

export type ArchivedTable = { name: string; columns: readonly string[]; rows: number }
export type ArchivedEntry = { name: string; size: number; sha256: string }

/** The description of an archive, in its last file. */
export type Manifest = {
  format: number
  /** The version of the program that wrote it. */
  program: string
  madeAt: string
  dialect: 'sqlite' | 'postgres'
  timeZone: string
  /** The verification code of the newest entry of the journal; absent in archives from before the journal. */
  head?: string
  /** Every migration of the database, in order. */
  migrations: readonly string[]
  tables: readonly ArchivedTable[]
  /** True if the archive has the uploaded files. A copy before an upgrade leaves them out. */
  withFiles: boolean
  /** Contents that the database names but that were missing. */
  missing: readonly string[]
  /** Contents that do not match their hash. They are in the archive unchanged. */
  damaged: readonly string[]
  entries: readonly ArchivedEntry[]
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Serializes the manifest: one line of JSON, and a line with its hash. */
export const seal = (manifest: Manifest): Buffer => {
  const line = JSON.stringify(manifest)
  return Buffer.from(`${line}\n${hashOf(line)}\n`)
}

export const unseal = (bytes: Buffer): Manifest => {
  const text = bytes.toString()
  const [line = '', hash, ...rest] = text.split('\n')
  if (hash !== hashOf(line) || rest.length !== 1 || rest[0] !== '' || !Buffer.from(text).equals(bytes))
    throw new BrokenArchiveError('it has been changed or damaged')
  return readLine(line)
}

/** A newer format may have another shape, so the format is checked first. */
const readLine = (line: string): Manifest => {
  const said = parsed(line)
  if (Number(said?.format) > FORMAT) throw new BrokenArchiveError('it was made by a newer version of Carrel: restore it with that version')
  const { data } = ManifestShape.safeParse(said)
  if (!data) throw new BrokenArchiveError(`its file "${MANIFEST}" is not one that Carrel writes`)
  return data
}

const parsed = (line: string): { format?: unknown } | null => {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
