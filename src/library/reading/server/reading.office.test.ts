import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Config } from '#server/config.ts'
import { type Given, given } from '#server/testing/given.ts'
import { givenCategory, givenDocument } from '#server/testing/library.ts'

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const outside: Partial<Config> = { publicUrl: 'https://library.example.org' }

const makeOffice = async ({ db }: Pick<Given, 'db'>, id: string): Promise<void> => {
  const file = db.selectFrom('documents').select('fileSha256').where('id', '=', id)
  await db.updateTable('files').set({ mediaType: docx }).where('sha256', '=', file).execute()
}

const givenOfficeFile = async (settings: Partial<Config> = outside) => {
  const app = await given(settings)
  const [admin, student] = [await app.as('admin'), await app.as('student')]
  const { _id: id } = await givenDocument(admin, 'Timetable', (await givenCategory(admin, 'Office'))._id)
  await makeOffice(app, id)
  const choose = (officeViewer: string) => admin.put('/customization/documents', { officeViewer })
  return { app, admin, student, id, choose }
}

/** The link inside the address of the viewer. */
const linkIn = (viewerUrl: string, name: string): string => {
  const link = new URL(new URL(viewerUrl).searchParams.get(name) ?? '')
  expect(link.origin).toBe('https://library.example.org')
  return link.pathname + link.search
}

describe('an Office file', () => {
  test('has no viewer unless an admin chooses one', async () => {
    const { student, id } = await givenOfficeFile()
    expect((await student.get(`/document/${id}/office`)).body).toEqual({ viewer: null, viewerUrl: null, expiresAt: null, reason: 'off' })
  })

  test('is downloaded under its own name with the link that a student requests', async () => {
    const { app, student, id } = await givenOfficeFile()
    const { downloadUrl } = (await student.get(`/document/${id}/download`)).body
    const answer = await app.anyone().get(downloadUrl)
    expect([answer.status, answer.headers['content-type']]).toEqual([200, docx])
    expect(answer.headers['content-disposition']).toBe('attachment; filename=Timetable.pdf')
  })

  test.each([
    ['microsoft', 'https://view.officeapps.live.com/op/embed.aspx', 'src'],
    ['google', 'https://docs.google.com/gview', 'url'],
  ])(
    'is available to the viewer of %s by a link that needs no session for five minutes, while the session lasts',
    async (viewer, address, name) => {
      const { app, student, id, choose } = await givenOfficeFile()
      await choose(viewer)
      app.setNow('2026-11-22T05:30:00.000Z')
      const { body } = await student.get(`/document/${id}/office`)
      expect(body).toMatchObject({ viewer, reason: null, expiresAt: '2026-11-22T05:35:00.000Z' })
      expect(body.viewerUrl.startsWith(`${address}?`)).toBe(true)
      expect(body.viewerUrl).not.toContain(student.token)
      const link = linkIn(body.viewerUrl, name)
      expect(link).toMatch(/\/document\.docx\?/)
      const opened = await app.anyone().get(link)
      expect([opened.status, opened.headers['content-type']]).toEqual([200, docx])
      app.setNow('2026-11-22T05:35:00.000Z')
      expect((await app.anyone().get(link)).status).toBe(403)
      app.setNow('2026-11-22T05:31:00.000Z')
      await student.post('/auth/logout')
      expect((await app.anyone().get(link)).status).toBe(403)
    },
  )

  test('is not available after the viewer is turned off, and never under another name', async () => {
    const { app, student, id, choose } = await givenOfficeFile()
    await choose('microsoft')
    const link = linkIn((await student.get(`/document/${id}/office`)).body.viewerUrl, 'src')
    expect((await app.anyone().get(link.replace('document.docx', 'document.xlsx'))).status).toBe(403)
    expect((await student.get(`/document/${id}/office/document.xlsx`)).status).toBe(404)
    await choose('none')
    expect((await app.anyone().get(link)).status).toBe(404)
  })

  test.each([
    [{}, 'noAddress'],
    [{ publicUrl: 'http://library.example.org' }, 'notHttps'],
    [{ publicUrl: 'https://192.168.1.20' }, 'privateAddress'],
  ])('is not shown if the viewer could not reach the library: %j', async (settings, reason) => {
    const { student, id, choose } = await givenOfficeFile(settings)
    await choose('microsoft')
    expect((await student.get(`/document/${id}/office`)).body).toMatchObject({ viewer: null, viewerUrl: null, reason })
  })
})

test('does not send away a file that is not an Office file', async () => {
  const { admin, student, choose } = await givenOfficeFile()
  await choose('microsoft')
  const { _id } = await givenDocument(admin, 'A book', (await givenCategory(admin, 'Books'))._id)
  expect((await student.get(`/document/${_id}/office`)).status).toBe(400)
})

test('allows the page to frame the configured viewer and no other', async () => {
  const clientFolder = await mkdtemp(join(tmpdir(), 'carrel-client-'))
  await writeFile(join(clientFolder, 'index.html'), '<html><head><title>x</title></head><body><div id="root"></div></body></html>')
  const app = await given(outside, { clientFolder })
  const admin = await app.as('admin')
  const framesOf = async () => {
    const { headers } = await app.server.inject('/documents')
    return /frame-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]
  }
  expect(await framesOf()).toBeUndefined()
  await admin.put('/customization/documents', { officeViewer: 'google' })
  expect(await framesOf()).toBe('https://docs.google.com')
  await admin.put('/customization/documents', { officeViewer: 'none' })
  expect(await framesOf()).toBeUndefined()
})
