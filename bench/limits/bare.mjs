/*
 * The limit of the framework and the database: a bare Fastify server that returns the same bytes from memory or the same rows from
 * SQLite, and stores a raw body. Its settings come as JSON in the first argument.
 */
import { randomUUID } from 'node:crypto'
import { createWriteStream, readFileSync } from 'node:fs'
import { open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import fastify from 'fastify'

const { port, database, folder, answers = {} } = JSON.parse(process.argv[2] ?? '{}')

const db = new DatabaseSync(database, { readOnly: true })
const ready = db.prepare('select 1 as ready')
const app = fastify({ bodyLimit: 20_000_000 })
app.get('/readyz', async () => ready.get())

for (const [name, { file, headers }] of Object.entries(answers)) {
  const bytes = readFileSync(file)
  app.get(`/memory/${name}`, async (_request, reply) => reply.headers(headers).send(bytes))
}
app.get('/not-modified', async (_request, reply) => reply.code(304).send())

const list = `select d.id as _id, d.title, d.category_id as categoryId, c.name as categoryName, d.created_at as createdAt,
  d.file_name as fileName, '/api/document/' || d.id || '/file' as filePath, '/api/document/' || d.id || '/file' as fileUrl,
  '/api/document/' || d.id || '/download' as downloadUrl, f.size as fileSize, f.media_type as fileType,
  e.pages, e.cover_sha256 as coverUrl
  from documents d join files f on f.sha256 = d.file_sha256 left join categories c on c.id = d.category_id
  left join extractions e on e.sha256 = d.file_sha256
  where d.deleted_at is null order by d.id desc limit ?`
const rows = db.prepare(list)
app.get('/sqlite', async (request) => {
  const items = rows.all(Number(request.query.limit)).map(({ categoryId, categoryName, ...row }) => ({
    ...row,
    category: categoryId === null ? null : { _id: categoryId, name: categoryName },
  }))
  return { items, nextCursor: null, total: items.length }
})

/** Makes the new name durable, as the bytes are. */
const syncFolder = async () => {
  const handle = await open(folder, 'r')
  await handle.sync()
  await handle.close()
}

app.addContentTypeParser('*', (_request, _body, done) => done(null))
const upload = (sync) => async (request, reply) => {
  const path = join(folder, randomUUID())
  // `flush` is an fsync before the file is closed.
  await pipeline(request.raw, createWriteStream(path, { flush: sync }))
  if (sync) await syncFolder()
  await unlink(path)
  return reply.code(201).send({ ok: true })
}
app.post('/upload', upload(false))
app.post('/upload-synced', upload(true))

await app.listen({ port, host: '127.0.0.1' })
