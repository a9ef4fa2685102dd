import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect } from 'vitest'
import { openSnapshot } from '#server/backup/snapshot.ts'
import { connect } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { afterTest } from '#server/testing/afterwards.ts'
import { uploadForm } from '#server/testing/library.ts'
import { pdf } from '#server/testing/pdf.ts'
import { givenAccount } from '#server/testing/people.ts'
import { type Place, restorePlace } from '#server/testing/place.ts'
import { connectTestPostgres } from '#server/testing/postgres.ts'
import { copiedFolder, firstAdmin, givenFolder, type RunningServer, signInFirst, startServer, stopServer } from '#server/testing/program.ts'
import { givenS3, type S3Stub } from '#server/testing/s3Stub.ts'

const hall = copiedFolder(async (folder) => {
  const place = { DATA_DIR: join(folder, 'data') }
  const archive = join(folder, '0.9.0.tar')
  await writeFile(archive, gunzipSync(await readFile(join(import.meta.dirname, '../../backup/testing/0.9.0.tar.gz'))))
  await restorePlace(place, archive)
  const database = await connect({ databaseUrl: undefined, dataDir: place.DATA_DIR })
  await migrate(database)
  await givenAccount(database, {
    role: 'superadmin',
    name: 'Meera',
    email: firstAdmin.ADMIN_EMAIL,
    password: firstAdmin.ADMIN_PASSWORD,
  })
  await database.close()
  const server = await startServer(place)
  const token = await signInFirst(server)
  expect((await server.call('PUT', '/user/fees/receipt-book', { last: '', lastVoucher: '' }, token)).status).toBe(200)
  const { body } = await server.call('POST', '/category', { name: 'Physics' }, token)
  for (const title of ['Waves', 'Heat\\\t\u0906', 'Light']) expect(await upload(server, token, body._id, title)).toBe(201)
  for (const text of ['Good morning', 'tabs\tand\nlines \\N', '\u{1f600} \u0928\u092e\u0938\u094d\u0924\u0947'])
    expect(await say(server, token, text)).toBe(201)
  await pay(server, token)
  await stopServer(server)
})

/** A hall of version 0.9.0 with people, seats, fees and receipts, in SQLite and on the disk, and a superadmin who can sign in. */
export const givenHall = async (): Promise<Place> => ({ DATA_DIR: join(await hall(), 'data') })

const upload = async ({ call }: RunningServer, token: string, category: string, title: string): Promise<number> =>
  (await call('POST', '/document', uploadForm({ title, category, file: pdf({ title, bytes: 60_000 }) }), token)).status

export const say = async ({ call }: RunningServer, token: string, content: string): Promise<number> =>
  (await call('POST', '/chat/conversations/general/messages', { content }, token)).status

/** Takes one rupee for the first open fee; returns the number of the receipt. */
export const pay = async ({ call }: RunningServer, token: string): Promise<string> => {
  const { items } = (await call('GET', '/user/fees?limit=200', undefined, token)).body
  const open = items.find(({ amount, paidAmount }: { amount: number; paidAmount: number }) => paidAmount < amount)
  const payment = { amount: 1, method: 'cash', clientId: crypto.randomUUID() }
  const { status, body } = await call('POST', `/user/fees/${open._id}/payments`, payment, token)
  expect([status, body]).toEqual([201, expect.objectContaining({ receiptNumber: expect.any(String) })])
  return body.receiptNumber
}

/** Where a move of this run goes: PostgreSQL where there is one, otherwise another SQLite file; and a bucket. */
export const isPostgres = process.env.TEST_DATABASE === 'postgres'

export type There = { place: Place; words: string[]; env: Record<string, string>; stub: S3Stub }

const bucketEnv = (stub: S3Stub, prefix = ''): Record<string, string> =>
  Object.fromEntries(Object.entries(stub.env).map(([name, value]) => [`${prefix}${name}`, value]))

export const givenThere = async (): Promise<There> => {
  const stub = await givenS3()
  const folder = await givenFolder()
  const { MOVE_S3_BUCKET: bucket, ...env } = bucketEnv(stub, 'MOVE_')
  const files = ['--files', `s3://${bucket}`]
  if (!isPostgres) {
    const DATA_DIR = join(folder, 'new')
    return { stub, env, words: ['--to', `sqlite:${DATA_DIR}`, ...files], place: { DATA_DIR, ...stub.env } }
  }
  const { databaseUrl, close } = await connectTestPostgres()
  afterTest(close)
  return { stub, env, words: ['--to', databaseUrl, ...files], place: { DATA_DIR: folder, DATABASE_URL: databaseUrl, ...stub.env } }
}

/** Every row of a place as sorted lines by table. */
export const rowsIn = async (place: Place, except: readonly string[] = ['kept_contents', 'content_marks']) => {
  const snapshot = await openSnapshot({ dataDir: place.DATA_DIR, databaseUrl: place.DATABASE_URL })
  const rows: Record<string, string[]> = {}
  for (const table of snapshot.tables.filter(({ name }) => !except.includes(name))) {
    const chunks: Buffer[] = []
    for await (const chunk of snapshot.lines({ ...table, columns: table.columns.toSorted() })) chunks.push(chunk)
    rows[table.name] = Buffer.concat(chunks).toString().split('\n').toSorted()
  }
  await snapshot.close()
  return rows
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** The stored contents by name; each is checked to be what its name says. */
export const filesIn = async (place: Place, stub?: S3Stub): Promise<string[]> => {
  if (stub) {
    for (const [name, { body }] of stub.objects) expect(name.slice(-64)).toBe(hashOf(body))
    return [...stub.objects.keys()].map((name) => name.slice(-64)).toSorted()
  }
  const root = join(place.DATA_DIR, 'files')
  const names = (await readdir(root, { recursive: true })).filter((name) => /[0-9a-f]{64}$/.test(name))
  for (const name of names) expect(name.slice(-64)).toBe(hashOf(await readFile(join(root, name))))
  return names.map((name) => name.slice(-64)).toSorted()
}
