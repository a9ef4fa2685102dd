import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { GalleryImage } from '#hall/gallery/gallery.contract.ts'
import { newId } from '#server/db/ids.ts'
import { givenImage, imageForm } from '#server/testing/gallery.ts'
import { given } from '#server/testing/given.ts'
import { picture } from '#server/testing/pictures.ts'
import { galleryLimits } from '../gallery.contract.ts'

const givenHall = async () => {
  const app = await given()
  const admin = await app.as('admin', { name: 'Anita Singh' })
  const anyone = app.anyone()
  const titles = async (path: string) => (await admin.get(path)).body.items.map(({ title }: GalleryImage) => title)
  return { app, admin, anyone, titles }
}

describe('a picture', () => {
  test('is stored in three sizes without its metadata, and can be opened without signing in', async () => {
    const { admin, anyone } = await givenHall()
    const photo = await sharp(await picture({ width: 2_000, height: 1_000, format: 'jpeg' }))
      .withExif({ IFD0: { Copyright: 'canary' } })
      .jpeg()
      .toBuffer()
    const { status, body } = await admin.post(
      '/gallery',
      imageForm({ title: ' वाचनालय ', description: 'From the door', order: '2' }, photo),
    )
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ...{ title: 'वाचनालय', description: 'From the door', order: 2, isActive: true, uploadedBy: { name: 'Anita Singh' } },
      ...{ width: 1_600, height: 800, placeholder: expect.stringMatching(/^data:image\/webp;base64,.{20,400}$/) },
    })
    expect(body.sizes.map(({ width }: { width: number }) => width)).toEqual([480, 960, 1_600])
    expect(body.sizes[2].url).toBe(body.imageUrl)
    for (const { url, width } of body.sizes) {
      const image = await anyone.get(url)
      expect([image.status, image.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
      const { exif, ...is } = await sharp(image.bytes).metadata()
      expect([is.format, is.width, is.height, exif]).toEqual(['webp', width, width / 2, undefined])
    }
  })

  test('that is small or tall is not enlarged, and lists its actual widths', async () => {
    const { admin, anyone } = await givenHall()
    const small = await givenImage(admin, 'Small')
    expect([small.width, small.sizes.map(({ width }) => width)]).toEqual([35, [35]])
    const high = (await admin.post('/gallery', imageForm({ title: 'High' }, await picture({ width: 500, height: 4_000 })))).body
    for (const { url, width } of high.sizes) expect((await sharp((await anyone.get(url)).bytes).metadata()).width).toBe(width)
    expect(high.height).toBe(3_200)
  })

  test('can be shown or hidden, but nothing else', async () => {
    const { admin } = await givenHall()
    const { _id } = await givenImage(admin, 'Door')
    expect((await admin.put(`/gallery/${_id}`, { isActive: 'x' })).body.fields).toEqual({ isActive: 'Please choose yes or no' })
  })

  test('is shown to visitors in its order while it is active, without its uploader', async () => {
    const { admin, anyone } = await givenHall()
    const [last, first, hidden] = [
      await givenImage(admin, 'Last', { order: '5' }),
      await givenImage(admin, 'First!', { order: '0' }),
      await givenImage(admin, 'Hidden one'),
    ]
    await admin.put(`/gallery/${hidden._id}`, { isActive: false })
    const { items } = (await anyone.get('/gallery/public')).body
    const { isActive: _a, uploadedBy: _b, createdAt: _c, ...visible } = first
    expect(items).toEqual([visible, expect.objectContaining({ _id: last._id })])
  })

  test('that is inactive can be opened only at the address that admins receive', async () => {
    const { app, admin, anyone } = await givenHall()
    const { _id, imageUrl } = await givenImage(admin, 'Hall')
    const hidden = (await admin.put(`/gallery/${_id}`, { isActive: false })).body
    expect((await anyone.get(imageUrl)).status).toBe(404)
    expect((await admin.get(imageUrl)).status).toBe(404)
    const signed = await anyone.get(hidden.imageUrl)
    expect([signed.status, signed.headers['cache-control']?.split(',')[0]]).toEqual([200, 'private'])
    expect((await anyone.get(hidden.imageUrl.replace('signature=', 'signature=x'))).status).toBe(404)
    app.advance(3 * 86_400)
    expect((await anyone.get(hidden.imageUrl)).status).toBe(404)
    const shownAgain = (await admin.put(`/gallery/${_id}`, { isActive: true })).body
    expect([shownAgain.imageUrl, (await anyone.get(imageUrl)).status]).toEqual([imageUrl, 200])
    await admin.del(`/gallery/${_id}`)
    expect((await anyone.get(imageUrl)).status).toBe(404)
  })

  test('keeps fields that a change does not name, and shows a deleted uploader as "deleted"', async () => {
    const { app, admin } = await givenHall()
    const image = await givenImage(admin, 'Hall', { description: 'Old' })
    const changed = (await admin.put(`/gallery/${image._id}`, { description: '', order: '3', imageUrl: 'x' })).body
    expect(changed).toEqual({ ...image, description: '', order: 3 })
    const superadmin = await app.as('superadmin')
    await superadmin.del(`/user/${admin._id}`)
    expect((await superadmin.get('/gallery/admin')).body.items[0].uploadedBy).toBeNull()
  })
})

describe('rejects without a trace', () => {
  const both = 'Please provide both image file and title'
  test.each<[string, Record<string, string>, () => Promise<Buffer | undefined>, number, string]>([
    ['a picture without a title', { title: ' ' }, picture, 400, both],
    ['a title without a picture', { title: 'Hall' }, async () => undefined, 400, both],
    ['a GIF', { title: 'Hall' }, () => picture({ format: 'gif' }), 400, 'Please choose a JPG, PNG or WebP image'],
    ['what is no picture', { title: 'Hall' }, async () => Buffer.from('<svg/>'), 400, 'Please choose a JPG, PNG or WebP image'],
    ['an order below 0', { title: 'Hall', order: '-1' }, picture, 400, 'Order must be a whole number, 0 or more'],
    ['one byte too many', { title: 'Hall' }, async () => Buffer.alloc(galleryLimits.bytes + 1), 413, 'The image is larger than 10MB'],
  ])('%s', async (_, fields, make, status, message) => {
    const { app, admin } = await givenHall()
    const answer = await admin.post('/gallery', imageForm(fields, await make()))
    expect([answer.status, answer.body.message]).toEqual([status, message])
    expect(await app.db.selectFrom('files').select('sha256').execute()).toEqual([])
    for await (const { sha256 } of app.storage.list()) expect(sha256).toBe('nothing is kept')
  })

  test('the 101st picture', async () => {
    const { app, admin } = await givenHall()
    const { _id } = await givenImage(admin, 'Hall')
    const { id: _, ...row } = await app.db.selectFrom('galleryImages').selectAll().where('id', '=', _id).executeTakeFirstOrThrow()
    const more = Array.from({ length: galleryLimits.images - 1 }, () => ({ ...row, id: newId() }))
    await app.db.insertInto('galleryImages').values(more).execute()
    const answer = await admin.post('/gallery', imageForm({ title: 'More' }, await picture()))
    expect([answer.status, answer.body.message]).toEqual([409, 'There can be at most 100 images'])
  })
})

describe('the order', () => {
  test('of all pictures is changed at once, returned, and audited', async () => {
    const { app, admin, titles } = await givenHall()
    const ids: string[] = []
    for (const title of ['A', 'Be', 'Sea']) ids.push((await givenImage(admin, title))._id)
    const images = ids.toReversed().map((id, order) => ({ id, order }))
    const { status, body } = await admin.put('/gallery/reorder/bulk', { images })
    expect([status, body.items.map(({ title, order }: GalleryImage) => `${order} ${title}`)]).toEqual([200, ['0 Sea', '1 Be', '2 A']])
    expect(await titles('/gallery/public')).toEqual(['Sea', 'Be', 'A'])
    const kept = await app.db.selectFrom('audit').select('after').where('action', '=', 'gallery.reorder').execute()
    expect(kept.map(({ after }) => JSON.parse(after ?? ''))).toEqual([
      { order: { [ids[2] ?? '']: 0, [ids[1] ?? '']: 1, [ids[0] ?? '']: 2 } },
    ])
  })

  test('puts a new picture last, before and after it was changed, unless one is given', async () => {
    const { admin, titles } = await givenHall()
    const [a, b] = [await givenImage(admin, 'A'), await givenImage(admin, 'Be')]
    expect([a.order, b.order, await titles('/gallery/public')]).toEqual([0, 0, ['A', 'Be']])
    await admin.put('/gallery/reorder/bulk', { images: [b, a].map(({ _id: id }, order) => ({ id, order })) })
    expect((await givenImage(admin, 'Sea')).order).toBe(2)
    await givenImage(admin, 'Dee', { order: '1' })
    expect(await titles('/gallery/public')).toEqual(['Be', 'A', 'Dee', 'Sea'])
    const highest = 999_999_999
    await admin.put('/gallery/reorder/bulk', { images: [{ id: a._id, order: highest }] })
    expect((await givenImage(admin, 'East')).order).toBe(highest)
    expect((await titles('/gallery/public')).at(-1)).toBe('East')
  })

  test('reports an unknown picture', async () => {
    const { admin } = await givenHall()
    const unknown = 'One of these images no longer exists'
    const put = async (images: unknown) => (await admin.put('/gallery/reorder/bulk', { images })).body.fields
    expect(await put([{ id: 'nowhere', order: 0 }])).toEqual({ images: unknown })
    expect(await put([{ id: null, order: 0 }])).toEqual({ 'images.0.id': unknown })
    expect(await put(['nowhere'])).toEqual({ 'images.0': 'Please name the images' })
  })

  test('does not change if a picture is unknown or named twice, or none is named', async () => {
    const { admin, titles } = await givenHall()
    const [a, b] = [await givenImage(admin, 'A'), await givenImage(admin, 'Be')]
    const put = async (...images: { id: string; order: unknown }[]) => (await admin.put('/gallery/reorder/bulk', { images })).status
    const last = { id: a._id, order: 9 }
    expect(await put(last, { id: 'nowhere', order: 0 })).toBe(400)
    expect(await put(last, { id: a._id, order: 1 })).toBe(400)
    expect(await put(last, { id: b._id, order: 1.5 })).toBe(400)
    expect(await put()).toBe(400)
    expect(await titles('/gallery/admin')).toEqual(['A', 'Be'])
  })

  test('set by two admins concurrently is that of one of them', async () => {
    const { admin, titles } = await givenHall()
    const ids: string[] = []
    for (const title of ['A', 'Be', 'Sea']) ids.push((await givenImage(admin, title))._id)
    const place = (order: readonly string[]) => admin.put('/gallery/reorder/bulk', { images: order.map((id, at) => ({ id, order: at })) })
    await Promise.all([place(ids.toReversed()), place(ids)])
    expect(['A Be Sea', 'Sea Be A']).toContain((await titles('/gallery/public')).join(' '))
  })
})
