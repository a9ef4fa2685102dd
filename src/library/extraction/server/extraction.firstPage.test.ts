import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { given } from '#server/testing/given.ts'
import { givenCategory, uploadForm } from '#server/testing/library.ts'
import { pdf, pdfOf, streamOf } from '#server/testing/pdf.ts'

const mostBytes = 64 * 1024

const givenHall = async () => {
  const app = await given()
  const admin = await app.as('admin')
  const { _id: category } = await givenCategory(admin, 'Physics')
  const student = await app.as('student')
  const upload = async (title: string, file: Buffer): Promise<string> =>
    (await admin.post('/document', uploadForm({ title, category, file }))).body._id
  const open = (id: string) => student.get(`/document/${id}/first-page`)
  return { app, upload, open }
}

/** A page that a picture of so many grey points fills. */
const ofPoints = (width: number, height: number): Buffer =>
  pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /XObject << /P 5 0 R >> >> /Contents 4 0 R >>',
    streamOf('595 0 0 842 0 0 cm /P Do'),
    streamOf(
      randomBytes(width * height).toString('latin1'),
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 `,
    ),
  ])

test('the first page of a PDF is a picture that fits the screen of a phone and that no cache stores', async () => {
  const { upload, open } = await givenHall()
  const { status, headers, bytes } = await open(await upload('Waves', pdf({ pages: 3 })))
  expect(status).toBe(200)
  expect(headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'private, no-store' })
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 1_080, height: 1_528 })
  expect(bytes.length).toBeLessThanOrEqual(mostBytes)
})

test('a first page full of text gets a narrower picture within 64 KB', async () => {
  const { upload, open } = await givenHall()
  const lines = Array.from({ length: 39 }, () => randomBytes(36).toString('base64'))
  const { bytes } = await open(await upload('Dense', pdf({ lines: () => lines, size: 9 })))
  const { width = 0 } = await sharp(bytes).metadata()
  expect([840, 720]).toContain(width)
  expect(bytes.length).toBeLessThanOrEqual(mostBytes)
})

test('a first page that would take more than 64 KB has no picture', async () => {
  const { upload, open } = await givenHall()
  expect((await open(await upload('Noise', ofPoints(700, 990)))).status).toBe(404)
})

test('a PDF that cannot be painted is tried once', async () => {
  const { app, upload, open } = await givenHall()
  const id = await upload('Broken', Buffer.from('%PDF-1.7\nnot much of it'))
  expect((await open(id)).status).toBe(404)
  const failed = vi.spyOn(app.storage, 'withLocal')
  expect((await open(id)).status).toBe(404)
  expect(failed).not.toHaveBeenCalled()
})

test('a first page is painted once for everyone', async () => {
  const { app, upload, open } = await givenHall()
  const id = await upload('Shared', pdf({ title: 'Shared' }))
  expect((await Promise.all([open(id), open(id)])).map(({ status }) => status)).toEqual([200, 200])
  const { fileSha256 } = await app.db.selectFrom('documents').select('fileSha256').where('id', '=', id).executeTakeFirstOrThrow()
  await app.storage.remove(fileSha256)
  expect((await open(id)).status).toBe(200)
})

test('a first page whose file is missing has no picture until the file is back', async () => {
  const { app, upload, open } = await givenHall()
  const id = await upload('Lost', pdf({ title: 'Lost' }))
  const { fileSha256 } = await app.db.selectFrom('documents').select('fileSha256').where('id', '=', id).executeTakeFirstOrThrow()
  await app.storage.remove(fileSha256)
  expect((await open(id)).status).toBe(404)
  await upload('Lost again', pdf({ title: 'Lost' }))
  expect((await open(id)).status).toBe(200)
})
