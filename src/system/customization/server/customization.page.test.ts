import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { serverWordsEn } from '#contract/serverWords.en.ts'
import { defaultPalette } from '#contract/theme/palette.ts'
import { given } from '#server/testing/given.ts'
import { picture } from '#server/testing/pictures.ts'

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

const givenPages = async () => {
  const clientFolder = await mkdtemp(join(tmpdir(), 'carrel-client-'))
  folders.push(clientFolder)
  await writeFile(join(clientFolder, 'index.html'), '<html><head><title>x</title></head><body><div id="root"></div></body></html>')
  await writeFile(join(clientFolder, 'icon-192.png'), 'the built mark')
  const app = await given({}, { clientFolder })
  const admin = await app.as('admin')
  const get = async (url: string) => {
    const { statusCode, headers, body, rawPayload } = await app.server.inject({ url })
    return { status: statusCode, headers, body, bytes: rawPayload }
  }
  const put = (what: string, body: unknown) => admin.put(`/customization/${what}`, body)
  return { app, admin, get, put }
}

test('the page contains the name before any script has run, with any characters', async () => {
  const { get, put } = await givenPages()
  expect((await get('/login')).body).toContain('<title>Library System</title>')
  await put('system-name', { systemName: '</title><script>alert(1)</script> "$&" सरस्वती' })
  const { body } = await get('/documents')
  expect(body).toContain('<title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; &quot;$&amp;&quot; सरस्वती</title>')
  expect(body).not.toContain('<script>')
  const [, data = ''] = /<script type="application\/json" id="customization">([^<]*)<\/script>/.exec(body) ?? []
  expect(JSON.parse(data)).toEqual(JSON.parse((await get('/api/customization')).body))
})

test('the page links the style sheet of the theme, which never changes at its address', async () => {
  const { admin, get, put } = await givenPages()
  expect((await get('/')).body).not.toContain('rel="stylesheet"')
  const theme = await admin.post('/customization/themes/custom', { name: 'Dusk', colors: { ...defaultPalette, background: '#FAF5FF' } })
  const { themeCssUrl } = (await put('theme', { themeId: theme.body._id })).body
  const { body } = await get('/')
  expect(body).toContain(`<link rel="stylesheet" href="${themeCssUrl}" data-theme />`)
  expect(body).toContain('<meta name="theme-color" content="#FAF5FF" />')
  const sheet = await get(themeCssUrl)
  expect([sheet.status, sheet.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
  expect(sheet.headers['cache-control']).toContain('immutable')
  expect(sheet.body).toContain(':root[data-dark]')
  await admin.put(`/customization/themes/custom/${theme.body._id}`, { colors: { ...defaultPalette, background: '#F0F0F0' } })
  expect((await get('/')).body).not.toContain(themeCssUrl)
  expect((await get('/theme-0000000000000000.css')).status).toBe(404)
})

test('the style sheet of the theme is sent compressed, because no page is painted before it', async () => {
  const { app, get, put } = await givenPages()
  const { themeCssUrl } = (await put('theme', { themeId: 'ink' })).body
  const { headers, rawPayload } = await app.server.inject({ url: themeCssUrl, headers: { 'accept-encoding': 'gzip, br' } })
  expect([headers['content-encoding'], headers.vary]).toEqual(['br', 'accept-encoding'])
  expect(rawPayload.length).toBeLessThan(3_000)
  expect(String(brotliDecompressSync(rawPayload))).toBe((await get(themeCssUrl)).body)
})

test('the manifest and the icons show Carrel’s own mark until a logo is uploaded', async () => {
  const { admin, get, put } = await givenPages()
  await put('system-name', { systemName: 'Saraswati "Hall"' })
  const manifest = async () => JSON.parse((await get('/manifest.webmanifest')).body)
  expect(await manifest()).toMatchObject({ name: 'Saraswati "Hall"', start_url: '/open', display: 'standalone' })
  const shortcuts = (await manifest()).shortcuts.map(({ name, url }: { name: string; url: string }) => [name, url])
  const { chat, documents, profile } = serverWordsEn.shortcuts
  expect(shortcuts).toEqual([
    [chat, '/chat'],
    [documents, '/documents'],
    [profile, '/profile'],
  ])
  expect((await get('/icon-192.png')).body).toBe('the built mark')
  const form = new FormData()
  form.append('logo', new Blob([Uint8Array.from(await picture({ width: 80, height: 20 }))]), 'logo.png')
  await admin.post('/customization/logo', form)
  const { icons } = await manifest()
  expect(icons.map(({ sizes }: { sizes: string }) => sizes)).toEqual(['192x192', '512x512', '512x512'])
  expect(icons.map(({ purpose }: { purpose: string }) => purpose)).toEqual(['any', 'any', 'maskable'])
  expect(icons[0].src).toMatch(/^\/icon-192\.png\?v=[0-9a-f]{12}$/)
  const icon = await get(icons[1].src)
  expect(icon.headers['content-type']).toBe('image/png')
  const { data, info } = await sharp(icon.bytes).raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height, info.channels, data[0]]).toEqual([512, 512, 3, 255])
  expect((await get('/')).body).toContain(`href="${icons[0].src}"`)
  const cut = await sharp((await get(icons[2].src)).bytes)
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([cut.info.width, cut.info.height]).toEqual([512, 512])
})

test('the manifest offers Carrel to other apps, and a share without the service worker gets a sentence', async () => {
  const { app, get } = await givenPages()
  const manifest = JSON.parse((await get('/manifest.webmanifest')).body)
  expect(manifest.share_target).toMatchObject({ action: '/share', method: 'POST', enctype: 'multipart/form-data' })
  const form = new FormData()
  form.append('files', new Blob(['%PDF-1.7'], { type: 'application/pdf' }), 'notes.pdf')
  const body = Buffer.from(await new Response(form).arrayBuffer())
  const type = new Response(form).headers.get('content-type') ?? ''
  for (const content of [{ payload: body, headers: { 'content-type': type } }, {}]) {
    const answer = await app.server.inject({ method: 'POST', url: '/share', ...content })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(answer.body).toContain(serverWordsEn.share.text)
  }
})
