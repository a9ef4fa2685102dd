import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { givenSockets, groupOf, privateOf, said } from '#chat/conversations/server/testing/chat.ts'
import { doctor } from '#server/files/doctor.ts'
import { releaseDropped } from '#server/files/dropped.ts'
import { sweep } from '#server/files/sweep.ts'
import { type Given, given, type SignedInPerson } from '#server/testing/given.ts'
import { pdf } from '#server/testing/pdf.ts'
import { picture } from '#server/testing/pictures.ts'
import { HOUR } from '#server/time.ts'
import { attach, attached, formOf, idOf } from './testing/attach.ts'

const givenChat = async () => {
  const app = await given()
  const [asha, binod, other] = [
    await app.as('student', { name: 'Asha' }),
    await app.as('student', { name: 'Binod' }),
    await app.as('student', { name: 'Other' }),
  ]
  const id = await privateOf(asha, binod)
  return { app, asha, binod, other, id }
}
const messagesOf = async (person: SignedInPerson, id: string) => (await person.get(`/chat/conversations/${id}/messages`)).body.items
const onDisk = async ({ dataDir }: Given) =>
  (await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

describe('a sent file', () => {
  test('is a message whose file every member can open, unchanged and in parts', async () => {
    const { asha, binod, other, app, id } = await givenChat()
    const bytes = pdf({ title: 'भौतिकी' })
    const quoted = await said(binod, id, 'Have you got the notes?')
    const clientId = randomUUID()
    const { status, body } = await attach(asha, id, bytes, 'भौतिकी “12”.pdf', { content: ' Here ', replyTo: quoted._id, clientId })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      conversation: id,
      seq: 2,
      type: 'file',
      content: 'Here',
      clientId,
      sender: { _id: asha._id, name: 'Asha' },
      replyTo: { _id: quoted._id, content: 'Have you got the notes?' },
      attachment: {
        originalName: 'भौतिकी “12”.pdf',
        mediaType: 'application/pdf',
        size: bytes.length,
        previewUrl: null,
        width: null,
        height: null,
      },
    })
    expect((await messagesOf(binod, id)).at(-1)).toEqual(body)
    const { url } = body.attachment
    expect((await binod.get(url)).bytes.equals(bytes)).toBe(true)
    const part = await binod.get(url, { headers: { range: 'bytes=0-4' } })
    expect([part.status, part.text, part.headers['content-range']]).toEqual([206, '%PDF-', `bytes 0-4/${bytes.length}`])
    expect(part.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; /),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'; sandbox"),
    })
    expect([(await binod.get(`${url}/preview`)).status, (await other.get(url)).status, (await app.anyone().get(url)).status]).toEqual([
      404, 404, 401,
    ])
  })

  test('without a text is named in the list of conversations and in quotes, until it is deleted', async () => {
    const { asha, binod, id } = await givenChat()
    const last = async () => (await binod.get(`/chat/conversations/${id}`)).body.lastMessage
    const { body } = await attach(asha, id, await picture({ format: 'jpeg' }), 'photo.jpg')
    expect(await last()).toMatchObject({ type: 'image', content: 'photo.jpg', sender: { name: 'Asha' } })
    const answer = await said(binod, id, 'Nice', { replyTo: body._id })
    expect(answer.replyTo).toMatchObject({ type: 'image', content: 'photo.jpg' })
    await attach(asha, id, pdf(), 'Notes.pdf', { content: 'The notes' })
    expect((await last()).content).toBe('The notes')
    const { body: alone } = await attach(asha, id, pdf(), 'Notes.pdf')
    expect((await last()).content).toBe('Notes.pdf')
    for (const one of [alone, body]) await asha.del(`/chat/messages/${one._id}`)
    expect(await last()).toMatchObject({ content: null, isDeleted: true })
    expect((await messagesOf(binod, id)).find(({ _id }: { _id: string }) => _id === answer._id).replyTo.content).toBeNull()
  })

  test('reaches the members at once, with its file', async () => {
    const { app, asha, binod, id } = await givenChat()
    const { heard } = await (await givenSockets(app))(binod)
    const message = await attached(asha, id, await picture(), 'me.png')
    await expect.poll(() => heard.filter(({ event }) => event === 'new_message').map(({ payload }) => payload)).toEqual([message])
  })

  test('is stored once per clientId, however often it is sent, even concurrently', async () => {
    const { app, asha, id } = await givenChat()
    const send = (text: string, clientId: string) => attach(asha, id, Buffer.from(text), 'a.txt', { clientId })
    const [one, other] = [randomUUID(), randomUUID()]
    const first = await send('first', one)
    const again = await send('something else', one)
    expect([again.status, again.body]).toEqual([201, first.body])
    const answers = await Promise.all([send('same', other), send('same', other), send('same', other)])
    for (const { status, body } of answers) expect([status, body]).toEqual([201, answers[0]?.body])
    expect((await messagesOf(asha, id)).map(({ seq }: { seq: number }) => seq)).toEqual([1, 2])
    expect(await app.db.selectFrom('files').select('size').orderBy('size').execute()).toEqual([{ size: 4 }, { size: 5 }])
    expect(await doctor(app)).toEqual([])
  })

  test('that is empty or missing is rejected with a message', async () => {
    const { asha, id } = await givenChat()
    const empty = await attach(asha, id, Buffer.alloc(0), 'empty.txt')
    expect([empty.status, empty.body.message, empty.body.fields]).toEqual([400, 'This file is empty', { file: 'This file is empty' }])
    const form = new FormData()
    form.append('content', 'Hello')
    const missing = await asha.post(`/chat/conversations/${id}/attachments`, form)
    expect([missing.status, missing.body.message]).toEqual([400, 'Please choose a file'])
    expect(await messagesOf(asha, id)).toEqual([])
  })

  test('is checked by its URL before any of its body is read', async () => {
    const { app, asha, other, id } = await givenChat()
    const path = `/chat/conversations/${id}/attachments`
    const broken = { headers: { 'content-type': 'multipart/form-data; boundary=x' } }
    expect([(await asha.post(path, undefined, broken)).status, (await other.post(path, undefined, broken)).status]).toEqual([400, 404])
    expect((await attach(other, id, Buffer.from('Hello'))).status).toBe(404)
    expect(await onDisk(app)).toEqual([])
  })

  test('follows the rules of writing: announcements, blocks, bans, and replies', async () => {
    const { app, asha, binod, id } = await givenChat()
    const admin = await app.as('admin')
    const hello = Buffer.from('Hello')
    const refusal = async (answer: ReturnType<typeof attach>) => [(await answer).status, (await answer).body.code]
    expect(await refusal(attach(asha, 'announcement', hello))).toEqual([403, 'chat.announcement_only'])
    expect((await attach(admin, 'announcement', hello)).status).toBe(201)
    const elsewhere = await said(asha, 'general', 'Hello')
    expect(await refusal(attach(asha, id, hello, 'a.txt', { replyTo: elsewhere._id }))).toEqual([400, 'chat.reply_missing'])
    await binod.put(`/chat/blocks/${asha._id}`)
    expect(await refusal(attach(asha, id, hello))).toEqual([403, 'chat.blocked'])
    expect(await refusal(attach(binod, id, hello))).toEqual([403, 'chat.you_blocked'])
    expect(await messagesOf(asha, id)).toEqual([])
    expect(await onDisk(app)).toHaveLength(1)
  })

  test('with the same bytes as another is stored once, and deleted with the last message that uses it', async () => {
    const { app, asha, id } = await givenChat()
    const [first, second] = [
      await attached(asha, id, Buffer.from('Hello'), 'a.txt'),
      await attached(asha, id, Buffer.from('Hello'), 'b.txt'),
    ]
    expect(await onDisk(app)).toHaveLength(1)
    await asha.del(`/chat/messages/${first._id}`)
    app.advance(2 * HOUR)
    await sweep(app.platform)
    expect((await asha.get(second.attachment.url)).text).toBe('Hello')
    await asha.del(`/chat/messages/${second._id}`)
    await sweep(app.platform)
    expect(await onDisk(app)).toEqual([])
    expect(await doctor(app)).toEqual([])
  })
})

describe('a sent picture', () => {
  test.each(['jpeg', 'png', 'webp', 'gif'] as const)('as %s is re-encoded, with a smaller copy of it', async (format) => {
    const { asha, binod, id } = await givenChat()
    const { type, attachment } = await attached(asha, id, await picture({ width: 3_000, height: 1_500, format }), `photo.${format}`)
    expect([type, attachment]).toMatchObject([
      'image',
      { originalName: `photo.${format}`, mediaType: 'image/webp', width: 2_048, height: 1_024, previewUrl: `${attachment.url}/preview` },
    ])
    const [whole, preview] = [await binod.get(attachment.url), await binod.get(attachment.previewUrl)]
    expect(await sharp(whole.bytes).metadata()).toMatchObject({ format: 'webp', width: 2_048, height: 1_024 })
    expect(await sharp(preview.bytes).metadata()).toMatchObject({ format: 'webp', width: 640, height: 320 })
    expect([whole.bytes.length, preview.headers['content-type']]).toEqual([attachment.size, 'image/webp'])
    expect(whole.headers['content-disposition']).toContain('photo.webp')
  })

  test('loses its location and rotation metadata, and is not enlarged', async () => {
    const { app, asha, id } = await givenChat()
    const told = sharp(await picture({ width: 40, height: 20, format: 'jpeg' }))
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Copyright: 'canary' }, IFD3: { GPSLatitude: '26/1 27/1 0/1' } })
    const sent = await told.jpeg().toBuffer()
    expect(sent.includes('canary')).toBe(true)
    const { attachment } = await attached(asha, id, sent, 'photo.jpg')
    expect(attachment).toMatchObject({ width: 20, height: 40 })
    for (const path of [attachment.url, attachment.previewUrl]) {
      const { bytes } = await asha.get(path)
      const { exif, xmp, width, height } = await sharp(bytes).metadata()
      expect([exif, xmp, width, height, bytes.includes('canary')]).toEqual([undefined, undefined, 20, 40, false])
    }
    expect(await doctor(app)).toEqual([])
  })

  test('that is animated stays animated, with a still preview', async () => {
    const { asha, id } = await givenChat()
    const frames = await Promise.all(
      ['red', 'green', 'blue'].map((background) =>
        sharp({ create: { width: 64, height: 48, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const moving = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    const { type, attachment } = await attached(asha, id, moving, 'wave.gif')
    expect([type, attachment]).toMatchObject(['image', { mediaType: 'image/gif', width: 64, height: 48, originalName: 'wave.gif' }])
    const { bytes, headers } = await asha.get(attachment.url)
    expect([bytes.equals(moving), headers['content-type']]).toEqual([true, 'image/gif'])
    expect((await sharp((await asha.get(attachment.previewUrl)).bytes, { animated: true }).metadata()).pages ?? 1).toBe(1)
  })
})

test('an animation keeps its frames, but no program metadata and no appended data', async () => {
  const { asha, id } = await givenChat()
  const frames = await Promise.all(
    ['red', 'green'].map((background) =>
      sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const plain = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  // After the header and its two colors.
  const begin = 19
  const comment = Buffer.concat([Buffer.from([0x21, 0xfe, 6]), Buffer.from('canary'), Buffer.from([0])])
  const note = Buffer.concat([
    Buffer.from([0x21, 0xff, 11]),
    Buffer.from('XMP DataXMP'),
    Buffer.from([6]),
    Buffer.from('canary'),
    Buffer.from([0]),
  ])
  const sent = Buffer.concat([plain.subarray(0, begin), comment, note, plain.subarray(begin), Buffer.from('<script>canary</script>')])
  const { attachment } = await attached(asha, id, sent, 'wave.gif')
  const { bytes } = await asha.get(attachment.url)
  expect([attachment.mediaType, bytes.equals(plain)]).toEqual(['image/gif', true])
})

describe('a deleted file', () => {
  test('cannot be opened any more, and is erased from the disk at once', async () => {
    const { app, asha, binod, id } = await givenChat()
    const message = await attached(asha, id, await picture({ width: 700, height: 700 }), 'me.png')
    const { url, previewUrl } = message.attachment
    const { downloadUrl } = (await binod.get(`${url}/download`)).body
    expect((await app.anyone().get(downloadUrl)).status).toBe(200)
    await asha.del(`/chat/messages/${message._id}`)
    const closed = [await asha.get(url), await binod.get(url), await binod.get(previewUrl), await app.anyone().get(downloadUrl)]
    expect(closed.map(({ status }) => status)).toEqual([404, 404, 404, 403])
    expect((await messagesOf(binod, id))[0]).toMatchObject({ isDeleted: true, attachment: null })
    expect(await releaseDropped(app.platform)).toBe(2)
    expect([await onDisk(app), await doctor(app)]).toEqual([[], []])
  })

  test('stays as evidence for administrators only if it was flagged', async () => {
    const { app, asha, binod, id } = await givenChat()
    const admin = await app.as('admin')
    const message = await attached(asha, id, Buffer.from('A threat'), 'a.txt')
    const flag = { messageId: message._id, flaggedBy: admin._id, reason: '', flaggedAt: new Date().toISOString() }
    await app.db.insertInto('messageFlags').values(flag).execute()
    await asha.del(`/chat/messages/${message._id}`)
    app.advance(2 * HOUR)
    await sweep(app.platform)
    const { url } = message.attachment
    expect([(await asha.get(url)).status, (await binod.get(url)).status, (await admin.get(url)).text]).toEqual([404, 404, 'A threat'])
  })
})

describe('a link to a file', () => {
  test('opens without authorization for five minutes, in parts too, and only unmodified', async () => {
    const { app, asha, binod, id } = await givenChat()
    const { attachment } = await attached(asha, id, Buffer.from('Hello'), 'a.txt')
    const { downloadUrl, expiresAt } = (await binod.get(`${attachment.url}/download`)).body
    expect(downloadUrl.startsWith(`${attachment.url}?`)).toBe(true)
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now() + 290_000)
    const part = await app.anyone().get(downloadUrl, { headers: { range: 'bytes=1-2' } })
    expect([part.status, part.text, (await app.anyone().get(downloadUrl)).text]).toEqual([206, 'el', 'Hello'])
    expect((await asha.get(downloadUrl)).status).toBe(403)
    const last = downloadUrl.at(-1) === '0' ? '1' : '0'
    expect((await app.anyone().get(downloadUrl.slice(0, -1) + last)).status).toBe(403)
    app.advance(301)
    expect((await app.anyone().get(downloadUrl)).status).toBe(403)
  })

  test('expires with the session, and when its holder leaves the conversation', async () => {
    const { app, asha, binod, other } = await givenChat()
    const id = await groupOf(app, [asha, binod, other])
    const { attachment } = await attached(asha, id, Buffer.from('Hello'), 'a.txt')
    const linkOf = async (person: SignedInPerson) => (await person.get(`${attachment.url}/download`)).body.downloadUrl
    const [ashas, binods, others] = [await linkOf(asha), await linkOf(binod), await linkOf(other)]
    await binod.post('/auth/logout')
    await app.db.deleteFrom('conversationMembers').where('userId', '=', other._id).execute()
    const opened = [await app.anyone().get(ashas), await app.anyone().get(binods), await app.anyone().get(others), await other.get(others)]
    expect(opened.map(({ status }) => status)).toEqual([200, 403, 403, 403])
    expect([(await other.get(attachment.url)).status, (await other.get(`${attachment.url}/download`)).status]).toEqual([404, 404])
  })
})

describe('an administrator', () => {
  const openings = ({ db }: Given) =>
    db.selectFrom('audit').select(['actorId', 'targetId', 'after']).where('action', '=', 'attachments.open').execute()

  test('can open files of other people, and each opening is recorded once', async () => {
    const { app, asha, id } = await givenChat()
    const admin = await app.as('admin')
    const message = await attached(asha, id, await picture(), 'me.png')
    const { url, previewUrl } = message.attachment
    const opened = [await admin.get(previewUrl), await admin.get(url), await admin.get(url, { headers: { range: 'bytes=5-9' } })]
    expect(opened.map(({ status }) => status)).toEqual([200, 200, 206])
    const { downloadUrl } = (await admin.get(`${url}/download`)).body
    expect((await app.anyone().get(downloadUrl)).status).toBe(200)
    const after = JSON.stringify({ fileName: 'me.png', message: message._id, conversation: id })
    const written = { actorId: admin._id, targetId: asha._id, after }
    expect(await openings(app)).toEqual([written])
    app.advance(HOUR)
    await admin.get(url)
    const another = await attached(asha, id, Buffer.from('Hello'), 'a.txt')
    await admin.get(another.attachment.url)
    expect(await openings(app)).toHaveLength(3)
    const owner = await app.as('superadmin')
    const { items } = (await owner.get('/audit?kind=attachments')).body
    expect(items).toHaveLength(3)
  })

  test('leaves no record in their own conversations, and their links expire when they lose the role', async () => {
    const { app, asha, id } = await givenChat()
    const admin = await app.as('admin')
    const own = await attached(asha, await privateOf(asha, admin), Buffer.from('Hello'), 'a.txt')
    expect((await admin.get(own.attachment.url)).text).toBe('Hello')
    expect(await openings(app)).toEqual([])
    const { attachment } = await attached(asha, id, Buffer.from('Hello'), 'b.txt')
    const { downloadUrl } = (await admin.get(`${attachment.url}/download`)).body
    await app.db.updateTable('users').set({ role: 'manager' }).where('id', '=', admin._id).execute()
    expect([(await app.anyone().get(downloadUrl)).status, (await admin.get(attachment.url)).status]).toEqual([403, 404])
  })
})

test('accepts form fields after the file', async () => {
  const { asha, id } = await givenChat()
  const form = formOf(Buffer.from('Hello'), 'a.txt')
  form.append('content', 'Behind')
  const { body } = await asha.post(`/chat/conversations/${id}/attachments`, form)
  expect([body.content, idOf(body).length]).toEqual(['Behind', 36])
})
