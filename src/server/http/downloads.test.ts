import { EventEmitter, once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { limits, MB } from '#contract/limits.ts'
import { extractAll } from '#library/extraction/server/extraction.service.ts'
import type { Config } from '#server/config.ts'
import { afterTest } from '#server/testing/afterwards.ts'
import { imageForm } from '#server/testing/gallery.ts'
import { given, type SignedInPerson } from '#server/testing/given.ts'
import { givenCategory, givenDocument, uploadForm } from '#server/testing/library.ts'
import { pdf } from '#server/testing/pdf.ts'
import { picture } from '#server/testing/pictures.ts'
import { type Downloads, downloadsWithin } from './downloads.ts'
import { type FloodLimits, floodLimits } from './floodLimits.ts'

/** Larger than what the system buffers for a reader who does not read. */
const thick = pdf({ bytes: 8 * MB })

/** A hall with a thick book. */
const givenBook = async (settings: Partial<Config> = {}, bounds: Partial<FloodLimits> = {}) => {
  const app = await given(settings, { floodLimits: { ...floodLimits, ...bounds } })
  await app.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.app.server.address() as AddressInfo
  const boss = await app.as('superadmin')
  const { _id: category } = await givenCategory(boss, 'Physics')
  const { body: book } = await boss.post('/document', uploadForm({ title: 'A thick book', category, file: thick }))
  /** Begins to download it, and reads only the first bytes. */
  const begin = async (person: SignedInPerson, headers = '', url: string = book.fileUrl) => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    afterTest(async () => void socket.destroy())
    socket.write(`GET ${url} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${person.token}\r\n${headers}\r\n`)
    const [head] = (await once(socket, 'data')) as [Buffer]
    socket.pause()
    return { socket, status: Number(String(head).slice(9, 12)) }
  }
  const beginMany = async (person: SignedInPerson, count: number): Promise<Socket[]> => {
    const begun = await Promise.all(Array.from({ length: count }, () => begin(person)))
    expect(begun.map(({ status }) => status)).toEqual(Array(count).fill(200))
    return begun.map(({ socket }) => socket)
  }
  return { app, boss, category, begin, beginMany }
}

test(`lets one person download ${limits.downloadsPerPerson} files at the same time, and the next once one of them ends`, async () => {
  const { app, boss, category, beginMany } = await givenBook()
  const leaflet = await givenDocument(boss, 'A leaflet', category)
  const student = await app.as('student')
  await beginMany(student, limits.downloadsPerPerson - 1)
  const [last] = await beginMany(student, 1)
  const refused = await student.get(leaflet.fileUrl)
  expect([refused.status, refused.headers['retry-after'], refused.body.code]).toEqual([429, '10', 'too_many_downloads'])
  expect((await boss.get(leaflet.fileUrl)).status).toBe(200)
  expect((await student.get('/document')).status).toBe(200)
  last?.destroy()
  await expect.poll(async () => (await student.get(leaflet.fileUrl)).status).toBe(200)
})

test('counts files of every kind, by link too, but not pictures of pages', async () => {
  const { app, boss, category, beginMany } = await givenBook()
  const book = await givenDocument(boss, 'A leaflet', category)
  const photo = await picture()
  const formOf = (field: string, fields: object, bytes: Buffer = photo): FormData => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
    form.append(field, new File([new Uint8Array(bytes)], 'a file'))
    return form
  }
  const student = { name: 'Asha', email: 'asha@example.org', password: 'correct horse battery', role: 'student' }
  const notice = { title: 'Holiday', content: 'Closed', type: 'tab' }
  const noticeUrl = async (bytes: Buffer) => (await boss.post('/notice', formOf('attachment', notice, bytes))).body.attachment.url
  const sentUrls = async (bytes: Buffer) =>
    (await boss.post('/chat/conversations/general/attachments', formOf('file', {}, bytes))).body.attachment
  await extractAll(app.platform)
  const sent = await sentUrls(photo)
  const files = [
    book.fileUrl,
    (await boss.get(`/document/${book._id}/download`)).body.downloadUrl,
    await noticeUrl(pdf({ title: 'Rules' })),
    sent.url,
    (await boss.get(`${sent.url}/download`)).body.downloadUrl,
    '/user/export?format=csv',
    '/user/import/template?format=csv',
    '/audit/export?format=xlsx',
  ]
  await boss.post('/customization/logo', formOf('logo', {}))
  const { logoUrl } = (await boss.get('/customization')).body
  const pictures = [
    (await boss.get(`/document/${book._id}`)).body.coverUrl,
    (await boss.put(`/category/${category}`, formOf('image', {}))).body.imagePublicUrl,
    (await boss.post('/user', formOf('profilePicture', student))).body.profilePictureUrl,
    logoUrl,
    (await boss.post('/gallery', imageForm({ title: 'The hall' }, photo))).body.imageUrl,
    sent.previewUrl,
    await noticeUrl(photo),
  ]
  const statuses = (paths: readonly string[]) => Promise.all(paths.map(async (path) => [path, (await boss.get(path)).status]))
  const all = (paths: readonly string[], status: number) => paths.map((path) => [path, status])
  expect(await statuses([...files, ...pictures])).toEqual(all([...files, ...pictures], 200))
  await beginMany(boss, limits.downloadsPerPerson)
  expect(await statuses([...files, ...pictures])).toEqual([...all(files, 429), ...all(pictures, 200)])
  // Without a session a link still counts for its holder.
  const link = files[1] ?? ''
  expect((await app.anyone().get(link)).status).toBe(429)
})

test('limits the downloads of one address together, and each address behind a proxy separately', async () => {
  const { app, begin } = await givenBook({ trustProxy: ['127.0.0.1'] }, { downloadsPerAddress: 3 })
  const statusOf = async (address: string) => (await begin(await app.as('student'), `X-Forwarded-For: ${address}\r\n`)).status
  for (const status of [200, 200, 200, 429]) expect(await statusOf('198.51.100.7')).toBe(status)
  expect(await statusOf('198.51.100.8')).toBe(200)
})

test('has no limits if they are switched off, as for benchmarks', async () => {
  const { app, beginMany } = await givenBook({ rateLimits: false })
  await beginMany(await app.as('student'), limits.downloadsPerPerson + 1)
})

describe('the count', () => {
  /** Returns a function that begins a download, which returns a function that ends it. */
  const givenCount = () => {
    const { begin } = downloadsWithin(floodLimits, { rateLimits: true })
    return (person: string, address: string) => {
      const raw = Object.assign(new EventEmitter(), { destroyed: false })
      begin({ person, address }, { raw } as unknown as Parameters<Downloads['begin']>[1])
      return () => void (raw.emit('finish') && raw.emit('close'))
    }
  }

  test(`allows ${limits.downloadsPerAddress} from one address, of different people`, () => {
    const download = givenCount()
    for (let count = 1; count < limits.downloadsPerAddress; count++) download(`person ${count}`, '192.0.2.1')
    const end = download('the last', '192.0.2.1')
    expect(() => download('one more', '192.0.2.1')).toThrow('Too many downloads')
    download('one more', '192.0.2.2')
    end()
    download('one more', '192.0.2.1')
    expect(() => download('yet another', '192.0.2.1')).toThrow('Too many downloads')
  })

  test('treats the addresses of one household as one', () => {
    const download = givenCount()
    for (let count = 0; count < limits.downloadsPerAddress; count++) download(`person ${count}`, `2001:db8::${count.toString(16)}`)
    expect(() => download('one more', '2001:db8::ffff')).toThrow('Too many downloads')
    download('one more', '2001:db8:0:1::1')
  })
})
