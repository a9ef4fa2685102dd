import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { newId } from '#server/db/ids.ts'

export const account = { email: 'bench@example.org', password: 'nothing but a measure' }
export const token = 'b'.repeat(43)
export const documents = 1_000
export const MIB = 1_024 * 1_024

const hex = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** A PDF by its first bytes; the rest is incompressible enough to be a realistic load. */
export const pdfBytes = (size: number): Buffer => {
  const bytes = Buffer.alloc(size)
  bytes.write('%PDF-1.7\n')
  for (let at = 16, state = 1; at < size; at++) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    bytes[at] = state >> 16
  }
  return bytes
}

export type Library = { category: string; document: string; file: string; database: string }

/** Fills the database of a stopped server: a session, ten categories, and documents that share one file of 1 MiB. */
export const fillLibrary = (dataDir: string, count = documents): Library => {
  const database = join(dataDir, 'carrel.sqlite')
  const db = new DatabaseSync(database)
  const now = new Date().toISOString()
  const bytes = pdfBytes(MIB)
  const sha256 = hex(bytes)
  const folder = join(dataDir, 'files', sha256.slice(0, 2))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, sha256), bytes)
  db.exec('begin immediate')
  const user = db.prepare('select id from users').get()?.id ?? ''
  db.prepare(
    'insert into sessions (id, user_id, token_hash, device, created_at, last_used_at, expires_at) values (?, ?, ?, ?, ?, ?, ?)',
  ).run(newId(), user, hex(token), '', now, now, '2999-01-01T00:00:00.000Z')
  db.prepare('insert into files (sha256, size, media_type, created_at) values (?, ?, ?, ?)').run(
    sha256,
    bytes.length,
    'application/pdf',
    now,
  )
  const shelves = Array.from({ length: 10 }, () => newId())
  const addShelf = db.prepare('insert into categories (id, name, name_folded, level, created_at) values (?, ?, ?, 0, ?)')
  for (const [at, id] of shelves.entries()) addShelf.run(id, `Subject ${at}`, `subject ${at}`, now)
  const addDocument = db.prepare(
    'insert into documents (id, title, title_folded, category_id, file_sha256, file_name, uploaded_by, created_at) values (?, ?, ?, ?, ?, ?, ?, ?)',
  )
  let document = ''
  for (let number = 0; number < count; number++) {
    document = newId()
    const title = `Chapter ${number}: what every reader should know of it`
    addDocument.run(document, title, title.toLowerCase(), shelves[number % 10] ?? '', sha256, `chapter-${number}.pdf`, user, now)
  }
  db.exec("insert into revisions (name, value) values ('documents', 1) on conflict do update set value = value + 1")
  db.exec('commit')
  db.close()
  return { category: shelves[0] ?? '', document, file: join(folder, sha256), database }
}
