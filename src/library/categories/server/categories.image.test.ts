import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { imageForm } from '#server/testing/gallery.ts'
import { given } from '#server/testing/given.ts'
import { givenCategory } from '#server/testing/library.ts'
import { picture } from '#server/testing/pictures.ts'

const givenHall = async () => {
  const app = await given()
  return { app, admin: await app.as('admin'), anyone: app.anyone() }
}

describe('the picture of a category', () => {
  test('is re-encoded and can be opened and cached without signing in', async () => {
    const { admin, anyone } = await givenHall()
    const { status, body } = await admin.post('/category', imageForm({ name: 'भौतिकी' }, await picture({ width: 2_000, height: 500 })))
    expect(status).toBe(201)
    expect(body.imagePublicUrl).toMatch(new RegExp(`^/api/category/${body._id}/image/[0-9a-f]{64}$`))
    const image = await anyone.get(body.imagePublicUrl)
    expect(image.status).toBe(200)
    expect(image.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'content-disposition': expect.stringMatching(/^inline; /),
    })
    expect(await sharp(image.bytes).metadata()).toMatchObject({ format: 'webp', width: 1_600, height: 400 })
    for (const path of ['/category', '/category/tree'])
      expect((await admin.get(path)).body.items[0].imagePublicUrl).toBe(body.imagePublicUrl)
  })

  test('can be added, replaced and removed, and old addresses stop working', async () => {
    const { app, admin, anyone } = await givenHall()
    const { _id } = await givenCategory(admin, 'Physics')
    const first = (await admin.put(`/category/${_id}`, imageForm({}, await picture()))).body.imagePublicUrl
    expect((await anyone.get(first)).status).toBe(200)
    const renamed = (await admin.put(`/category/${_id}`, imageForm({ name: 'Heat', removeImage: 'false' }))).body
    expect([renamed.name, renamed.imagePublicUrl]).toEqual(['Heat', first])
    const second = (await admin.put(`/category/${_id}`, imageForm({ removeImage: 'true' }, await picture({ width: 60 })))).body
      .imagePublicUrl
    expect([second === first, (await anyone.get(first)).status, (await anyone.get(second)).status]).toEqual([false, 404, 200])
    expect((await admin.put(`/category/${_id}`, { removeImage: true })).body.imagePublicUrl).toBeNull()
    expect((await anyone.get(second)).status).toBe(404)
    const row = await app.db.selectFrom('categories').select('imageSha256').executeTakeFirstOrThrow()
    expect(row.imageSha256).toBeNull()
    const kept = await app.db
      .selectFrom('audit')
      .select(['before', 'after'])
      .where('action', '=', 'categories.update')
      .orderBy('id')
      .execute()
    const images = kept.map(({ before, after }) => [before, after].map((told) => JSON.parse(told ?? '').image))
    const [one, two] = [first, second].map((url: string) => url.split('/').at(-1))
    expect(images).toEqual([
      [undefined, one],
      [one, one],
      [one, two],
      [two, undefined],
    ])
  })

  test('is served only at the address of its own category and content, and deleted with the category', async () => {
    const { admin, anyone } = await givenHall()
    const { body } = await admin.post('/category', imageForm({ name: 'Physics' }, await picture()))
    const other = await givenCategory(admin, 'Arts')
    const sha256 = body.imagePublicUrl.split('/').at(-1)
    for (const path of [
      `/category/${other._id}/image/${sha256}`,
      `/category/${body._id}/image/${'0'.repeat(64)}`,
      `/category/${body._id}/image/null`,
    ])
      expect((await anyone.get(path)).status).toBe(404)
    await admin.del(`/category/${body._id}`)
    expect((await anyone.get(body.imagePublicUrl)).status).toBe(404)
  })

  test('with invalid content is rejected, and the call has no effect', async () => {
    const { admin } = await givenHall()
    const { _id } = await givenCategory(admin, 'Physics')
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
    for (const answer of [
      await admin.post('/category', imageForm({ name: 'Arts' }, svg)),
      await admin.put(`/category/${_id}`, imageForm({ name: 'Arts' }, svg)),
    ]) {
      expect([answer.status, answer.body.message, answer.body.fields]).toEqual([
        400,
        'Please select an image file',
        { image: 'Please select an image file' },
      ])
    }
    const { items } = (await admin.get('/category')).body
    expect(items.map(({ name }: { name: string }) => name)).toEqual(['Physics'])
  })

  test.each([0, 1])('of 5MB and %i bytes is accepted up to 5MB', async (more) => {
    const { admin } = await givenHall()
    const image = await picture()
    const padded = Buffer.concat([image, Buffer.alloc(limits.pictureBytes + more - image.length)])
    const answer = await admin.post('/category', imageForm({ name: 'Physics' }, padded))
    expect([answer.status, answer.body.message]).toEqual(more === 0 ? [201, undefined] : [413, 'The picture is larger than 5MB'])
  })

  test('leaves no file behind if the category cannot be created', async () => {
    const { app, admin } = await givenHall()
    await givenCategory(admin, 'Physics')
    expect((await admin.post('/category', imageForm({ name: 'physics' }, await picture()))).status).toBe(409)
    expect(await app.db.selectFrom('files').select('sha256').execute()).toEqual([])
    for await (const { sha256 } of app.storage.list()) expect(sha256).toBe('nothing is kept')
  })

  test('of a missing category is not processed', async () => {
    const { admin } = await givenHall()
    expect((await admin.put('/category/nowhere', imageForm({}, Buffer.from('no picture')))).status).toBe(404)
  })
})
