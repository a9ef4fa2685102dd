import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { given } from '#server/testing/given.ts'
import { pdf } from '#server/testing/pdf.ts'
import { picture } from '#server/testing/pictures.ts'
import { noticeLimits } from '../notices.contract.ts'
import { hallOf, holiday } from './testing/hall.ts'

const givenHall = async () => hallOf(await given())

const formOf = (fields: Record<string, string>, attachment?: Buffer, name = 'plan.pdf'): FormData => {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  if (attachment) form.append('attachment', new File([new Uint8Array(attachment)], name, { type: 'application/octet-stream' }))
  return form
}

describe('the attachment of a notice', () => {
  test('that is a PDF is stored unchanged, and its recipients can read ranges of it', async () => {
    const { app, manager, asha, ravi } = await givenHall()
    const file = pdf({ title: 'Seats' })
    const { status, body } = await manager.post(
      '/notice',
      formOf({ ...holiday, targetUsers: JSON.stringify([asha._id]) }, file, 'योजना.pdf'),
    )
    const url = `/api/notice/${body._id}/attachment`
    expect([status, body.attachment]).toEqual([201, { name: 'योजना.pdf', type: 'application/pdf', size: file.length, url }])
    const opened = await asha.get(url, { headers: { range: 'bytes=0-4' } })
    expect([opened.status, opened.text]).toEqual([206, '%PDF-'])
    expect(opened.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    expect((await manager.get(url)).bytes.equals(file)).toBe(true)
    expect([(await ravi.get(url)).status, (await app.anyone().get(url)).status]).toEqual([404, 401])
    await manager.put(`/notice/${body._id}`, { expiresAt: '2020-01-31' })
    expect([(await asha.get(url)).status, (await manager.get(url)).status]).toEqual([404, 200])
  })

  test('that is a picture is re-encoded, no matter what its name says', async () => {
    const { manager, asha } = await givenHall()
    const { body } = await manager.post(
      '/notice',
      formOf(holiday, await picture({ width: 2_000, height: 500, format: 'jpeg' }), 'poster.pdf'),
    )
    expect(body.attachment).toMatchObject({ name: 'poster.webp', type: 'image/webp' })
    const { bytes } = await asha.get(body.attachment.url)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 1_600, height: 400 })
    expect(bytes.length).toBe(body.attachment.size)
  })

  test('is a single file: a second one is rejected by its name', async () => {
    const { manager } = await givenHall()
    const form = formOf(holiday, pdf())
    form.append('attachment', new File([new Uint8Array(pdf())], 'second.pdf'))
    const { status, body } = await manager.post('/notice', form)
    expect([status, body.message, body.fields]).toEqual([400, 'Please send one file only', { attachment: 'Please send one file only' }])
    expect((await manager.get('/notice/admin')).body.items).toEqual([])
  })

  test('can be replaced and removed without leaving a file behind', async () => {
    const { app, manager, write } = await givenHall()
    const { _id } = await write()
    const put = async (form: FormData | object) => (await manager.put(`/notice/${_id}`, form)).body.attachment
    expect(await put(formOf({}, pdf({ title: 'One' }), 'one.pdf'))).toMatchObject({ name: 'one.pdf' })
    expect(await put(formOf({ removeAttachment: 'true' }, pdf({ title: 'Two' }), 'two.pdf'))).toMatchObject({ name: 'two.pdf' })
    expect(await put({ title: 'Open' })).toMatchObject({ name: 'two.pdf' })
    expect(await put({ removeAttachment: true })).toBeNull()
    expect((await manager.get(`/notice/${_id}/attachment`)).status).toBe(404)
    expect(await app.db.selectFrom('notices').select(['attachmentSha256', 'attachmentName']).executeTakeFirst()).toEqual({
      attachmentSha256: null,
      attachmentName: null,
    })
  })

  test.each([
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'Please select a picture or a PDF'],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'Please select a picture or a PDF'],
    ['a broken picture', Buffer.from('\x89PNG\r\n\x1A\nnothing', 'latin1'), 'Please select a picture or a PDF'],
  ])('that is %s is rejected, and the call has no effect', async (_, file, message) => {
    const { app, manager } = await givenHall()
    const answer = await manager.post('/notice', formOf(holiday, file))
    expect([answer.status, answer.body.fields]).toEqual([400, { attachment: message }])
    expect((await manager.get('/notice/admin')).body.items).toEqual([])
    for await (const { sha256 } of app.storage.list()) expect(sha256).toBe('nothing is kept')
  })

  test('is a picture of at most 5MB or a PDF of at most 10MB', async () => {
    const { manager } = await givenHall()
    const image = await picture()
    const send = async (file: Buffer) => {
      const { status, body } = await manager.post('/notice', formOf(holiday, file))
      return [status, body.message]
    }
    const padded = (bytes: number) => Buffer.concat([image, Buffer.alloc(bytes - image.length)])
    expect(await send(padded(limits.pictureBytes))).toEqual([201, undefined])
    expect(await send(padded(limits.pictureBytes + 1))).toEqual([413, 'The picture is larger than 5MB'])
    expect(await send(pdf({ bytes: noticeLimits.attachmentBytes }))).toEqual([201, undefined])
    expect(await send(pdf({ bytes: noticeLimits.attachmentBytes + 1 }))).toEqual([413, 'The attachment is larger than 10MB'])
  })
})
