import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '#contract/actor.ts'
import { limits } from '#contract/limits.ts'
import { sweep } from '#server/files/sweep.ts'
import { given, type Person } from '#server/testing/given.ts'
import { picture } from '#server/testing/pictures.ts'
import { DAY } from '#server/time.ts'

let png: Buffer
let other: Buffer
beforeAll(async () => {
  png = await picture({ width: 1_200, height: 600 })
  other = await picture({ width: 100, height: 300, format: 'jpeg' })
})

const meera = { name: 'Meera Iyer', email: 'meera@example.org', password: 'a good long one', role: 'student' }

const form = (fields: Record<string, string>, file?: Buffer): FormData => {
  const made = new FormData()
  for (const [name, value] of Object.entries(fields)) made.append(name, value)
  if (file) made.append('profilePicture', new File([new Uint8Array(file)], 'me.png', { type: 'image/png' }))
  return made
}

const givenDesk = async (role: Role = 'superadmin') => {
  const app = await given()
  const clerk = await app.as(role)
  const contents = async () =>
    (await readdir(join(app.dataDir, 'files'), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length
  const student = async (file: Buffer | undefined = png) => (await clerk.post('/user', form(meera, file))).body
  return { app, clerk, contents, student }
}

const sizeOf = async (person: Person, url: string) => {
  const { status, bytes, headers } = await person.get(url)
  expect([status, headers['content-type'], headers['x-content-type-options']]).toEqual([200, 'image/webp', 'nosniff'])
  const { width, height } = await sharp(bytes).metadata()
  return [width, height]
}

describe('a picture', () => {
  test('is uploaded with a new student, re-encoded, and served by its URL without signing in', async () => {
    const { app, clerk, student } = await givenDesk('manager')
    const { _id, profilePictureUrl } = await student()
    expect(profilePictureUrl).toMatch(new RegExp(`^/api/user/${_id}/picture\\?day=\\d{4}-\\d\\d-\\d\\d&signature=[\\w-]+$`))
    expect(await sizeOf(app.anyone(), profilePictureUrl)).toEqual([512, 256])
    expect((await clerk.get('/user')).body.items[0].profilePictureUrl).toBe(profilePictureUrl)
    expect((await app.anyone().get(profilePictureUrl)).headers['cache-control']).toMatch(/^private, max-age=[1-9]/)
  })

  test('is shown to its student after signing in', async () => {
    const { app, student } = await givenDesk()
    const { profilePictureUrl } = await student()
    const { body } = await app.anyone().post('/auth/login', { email: meera.email, password: meera.password })
    expect(body.user.profilePictureUrl).toBe(profilePictureUrl)
    expect((await app.withToken(body.token).get('/auth/me')).body.profilePictureUrl).toBe(profilePictureUrl)
  })

  test('is changed only by a superadmin, has a new URL then, and the old one is invalid', async () => {
    const { app, clerk, student } = await givenDesk()
    const { _id, ...before } = await student()
    const { status, body } = await clerk.put(`/user/${_id}`, form({}, other))
    const { profilePictureUrl } = body
    expect([status, body]).toEqual([200, { _id, ...before, profilePictureUrl }])
    expect(profilePictureUrl).not.toBe(before.profilePictureUrl)
    expect(await sizeOf(app.anyone(), profilePictureUrl)).toEqual([100, 300])
    expect((await app.anyone().get(before.profilePictureUrl)).status).toBe(403)
    const entry = await app.db.selectFrom('audit').selectAll().where('action', '=', 'users.update').executeTakeFirstOrThrow()
    const [was, is] = [JSON.parse(entry.before ?? ''), JSON.parse(entry.after ?? '')]
    expect([was, is]).toEqual([
      { profilePicture: expect.stringMatching(/^[0-9a-f]{64}$/) },
      { profilePicture: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ])
    expect(JSON.stringify(entry)).not.toContain('signature')
  })

  test.each([
    ['JSON', { removePicture: true }],
    ['a form', form({ removePicture: 'true' })],
  ])('is removed by %s', async (_, change) => {
    const { app, clerk, student } = await givenDesk()
    const { _id, profilePictureUrl } = await student()
    expect((await clerk.put(`/user/${_id}`, { removePicture: false })).body.profilePictureUrl).toBe(profilePictureUrl)
    expect((await clerk.put(`/user/${_id}`, change)).body.profilePictureUrl).toBeNull()
    expect((await app.anyone().get(profilePictureUrl)).status).toBe(403)
    expect((await clerk.get(`/user/${_id}/picture`)).status).toBe(404)
  })

  test('that is sent again is no change', async () => {
    const { app, clerk, student } = await givenDesk()
    const { _id, profilePictureUrl } = await student()
    expect((await clerk.put(`/user/${_id}`, form({}, png))).body.profilePictureUrl).toBe(profilePictureUrl)
    expect(await app.db.selectFrom('audit').select('action').execute()).toEqual([{ action: 'users.create' }])
  })

  test('stays when something else is changed', async () => {
    const { clerk, student } = await givenDesk()
    const { _id, profilePictureUrl } = await student()
    expect((await clerk.put(`/user/${_id}`, form({ name: 'Other' }))).body.profilePictureUrl).toBe(profilePictureUrl)
  })

  test.each([
    ['a student who becomes a manager', 'put', { role: 'manager' }],
    ['a student who is deleted', 'del', undefined],
  ] as const)('of %s goes, and its content soon after', async (_, method, change) => {
    const { app, clerk, contents, student } = await givenDesk()
    const { _id, profilePictureUrl } = await student()
    expect(await contents()).toBe(1)
    expect((await clerk[method](`/user/${_id}`, change as never)).status).toBeLessThan(300)
    expect((await app.anyone().get(profilePictureUrl)).status).toBe(403)
    app.advance(2 * DAY)
    await sweep(app.platform)
    expect(await contents()).toBe(0)
  })
})

describe('who sees a picture without a signed URL', () => {
  test('staff and the person', async () => {
    const { app, clerk, student } = await givenDesk()
    const { _id } = await student()
    const { token } = (await app.anyone().post('/auth/login', { email: meera.email, password: meera.password })).body
    const url = `/user/${_id}/picture`
    for (const who of [clerk, await app.as('manager'), app.withToken(token)]) expect((await who.get(url)).status).toBe(200)
    expect((await clerk.get(url)).headers['cache-control']).toBe('private, no-store')
    expect([(await app.anyone().get(url)).status, (await (await app.as('student')).get(url)).status]).toEqual([401, 404])
  })

  test.each(['day=2026-11-21', 'signature=x', 'day=&signature=', 'day=2026-11-21&signature=AAAA'])(
    'not with %j, even when signed in',
    async (query) => {
      const { app, clerk, student } = await givenDesk()
      const { _id } = await student()
      for (const who of [app.anyone(), clerk]) expect((await who.get(`/user/${_id}/picture?${query}`)).status).toBe(403)
    },
  )

  test('not with someone else’s URL, and not after tomorrow', async () => {
    const { app, clerk, student } = await givenDesk()
    app.setNow('2026-11-21T23:59:00.000Z')
    const { _id, profilePictureUrl } = await student()
    const { _id: another } = (await clerk.post('/user', form({ ...meera, email: 'b@example.org' }, other))).body
    expect((await app.anyone().get(profilePictureUrl.replace(_id, another))).status).toBe(403)
    for (const [now, status] of [
      ['2026-11-22T23:59:59.999Z', 200],
      ['2026-11-23T00:00:00.000Z', 403],
    ] as const) {
      app.setNow(now)
      expect((await app.anyone().get(profilePictureUrl)).status).toBe(status)
    }
  })
})

describe('an uploaded file', () => {
  const refused = { profilePicture: 'Please select an image file' }
  test.each([
    ['a text', () => Buffer.from('hello')],
    ['a drawing with scripts', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a broken picture', () => png.subarray(0, 200)],
    ['nothing', () => Buffer.alloc(0)],
  ])('that is %s is rejected, and the account too', async (_, file) => {
    const { app, clerk, contents, student } = await givenDesk()
    const made = await clerk.post('/user', form(meera, file()))
    expect([made.status, made.body.fields]).toEqual([400, refused])
    const { _id, profilePictureUrl } = await student()
    const changed = await clerk.put(`/user/${_id}`, form({ name: 'Other' }, file()))
    expect([changed.status, changed.body.fields]).toEqual([400, refused])
    expect((await clerk.get(`/user/profile/${_id}`)).body).toMatchObject({ name: 'Meera Iyer', profilePictureUrl })
    expect([await contents(), (await app.db.selectFrom('users').select('id').execute()).length]).toEqual([1, 2])
  })

  test.each([
    [limits.pictureBytes, 201],
    [limits.pictureBytes + 1, 413],
  ])('of %d bytes returns %d', async (size, status) => {
    const { clerk, contents } = await givenDesk()
    // Bytes after the end of the picture belong to the file, but not to the picture.
    const answer = await clerk.post('/user', form(meera, Buffer.concat([png, Buffer.alloc(size - png.length)])))
    expect(answer.status).toBe(status)
    expect(await contents()).toBe(status === 201 ? 1 : 0)
  })

  test.each(['manager', 'admin', 'superadmin'])('for a %s is ignored', async (role) => {
    const { clerk, contents } = await givenDesk()
    const { status, body } = await clerk.post('/user', form({ ...meera, role }, png))
    expect([status, body.profilePictureUrl]).toEqual([201, null])
    expect((await clerk.put(`/user/${body._id}`, form({}, png))).body.profilePictureUrl).toBeNull()
    expect(await contents()).toBe(0)
  })

  test('by an admin is rejected for an existing student and accepted for a new one', async () => {
    const { clerk, contents, student } = await givenDesk('admin')
    const { _id, profilePictureUrl } = await student()
    for (const change of [form({}, other), form({ removePicture: 'true' }), { removePicture: true, terminationDate: null }])
      expect((await clerk.put(`/user/${_id}`, change)).status).toBe(403)
    expect((await clerk.get(`/user/profile/${_id}`)).body.profilePictureUrl).toBe(profilePictureUrl)
    expect(await contents()).toBe(1)
  })

  test('with an email that is already used leaves nothing behind', async () => {
    const { clerk, contents } = await givenDesk()
    await clerk.post('/user', meera)
    expect((await clerk.post('/user', form(meera, png))).status).toBe(409)
    expect(await contents()).toBe(0)
  })
})
