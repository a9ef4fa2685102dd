import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { givenImage } from '#server/testing/gallery.ts'
import { given } from '#server/testing/given.ts'
import { defaultLanding } from '#system/customization/customization.settings.contract.ts'

const page =
  '<html><head><title>x</title><meta name="description" content="x" /></head><body><div id="root"></div><noscript>No</noscript></body></html>'
/** Counts how often the page is rendered. */
const drawing =
  "let n = 0; exports.draw = (data) => '<p>drawing ' + ++n + ' of ' + data.customization.systemName + '</p>'; exports.scripts = ['/a.js']"

/** A server with a minimal client build. */
const givenSite = async (settings = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'carrel-site-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const name of ['client', 'drawn']) await mkdir(join(folder, name))
  await writeFile(join(folder, 'client/index.html'), page)
  await writeFile(join(folder, 'drawn/landing.cjs'), drawing)
  const app = await given(settings, { clientFolder: join(folder, 'client') })
  const admin = await app.as('admin')
  const open = (url: string, headers = {}) => app.server.inject({ url, headers })
  const shown = async (url = '/') => (await open(url)).payload
  const dataOf = (html: string) => {
    const data = [...html.matchAll(/<script type="application\/(ld\+)?json"[^>]*>(.*?)<\/script>/gs)]
    return data.map(([, , text]) => JSON.parse(text ?? ''))
  }
  return { app, admin, open, shown, dataOf }
}

test('a forged Host header appears neither in the page nor in its other responses', async () => {
  const { open, shown } = await givenSite()
  const forged = (await open('/', { host: 'evil.example.org', 'x-forwarded-host': 'evil.example.org' })).payload
  for (const html of [forged, await shown()]) {
    expect(html).not.toContain('evil')
    expect(html).toContain('<link rel="canonical" href="/" />')
  }
})

test('the landing page contains its content, its data and structured data for search engines', async () => {
  const { admin, app, shown, dataOf } = await givenSite({ publicUrl: 'https://hall.example' })
  app.setNow('2026-01-20T05:00:00.000Z')
  await admin.put('/customization/system-name', { systemName: 'Asha & Sons <Hall>' })
  const closures = [{ date: '2026-01-26', reason: 'Republic Day' }]
  await admin.put('/customization/landing', { address: '12 Station Road', phone: '+91 98200 00000', closures })
  const { imageUrl } = await givenImage(admin, 'Hall')
  for (const path of ['/', '/landing']) {
    const html = await shown(path)
    expect(html).toContain('<title>Asha &amp; Sons &lt;Hall&gt;</title>')
    expect(html).toMatch(/<meta name="description" content="Asha &amp; Sons &lt;Hall&gt;: [^"]+12 Station Road/)
    expect(html).toContain('<link rel="canonical" href="https://hall.example/" />')
    expect(html).toContain(`<meta property="og:image" content="https://hall.example${imageUrl}" />`)
    expect(html).toContain('<link fetchpriority="low" rel="modulepreload" href="/a.js" />')
    expect(html).toContain('<div id="root"><p>drawing 1 of Asha & Sons <Hall></p></div>')
    expect(html).not.toMatch(/noindex|<noscript>/)
    const [business, landing] = dataOf(html).slice(-2)
    expect(business).toMatchObject({
      ...{ '@type': 'LocalBusiness', name: 'Asha & Sons <Hall>', address: '12 Station Road', telephone: '+91 98200 00000' },
      openingHoursSpecification: expect.arrayContaining([
        expect.objectContaining({ dayOfWeek: 'https://schema.org/Saturday', opens: '07:00', closes: '22:00' }),
      ]),
      specialOpeningHoursSpecification: [expect.objectContaining({ validFrom: '2026-01-26', description: 'Republic Day' })],
    })
    expect(landing).toMatchObject({ at: '2026-01-20T05:00:00.000Z', timeZone: 'Asia/Kolkata', images: { isWhole: true } })
  }
})

test('an announcement cannot break out of the embedded data, which contains nothing that visitors may not read', async () => {
  const { admin, shown, dataOf } = await givenSite()
  await admin.post('/announcement', { title: '</script><img src=x>', content: 'Open' })
  const hidden = (await admin.post('/announcement', { title: 'Hidden', content: 'Secret' })).body
  await admin.patch(`/announcement/${hidden._id}/toggle`)
  const html = await shown()
  expect(html).not.toMatch(/<\/script><img|Secret/)
  expect(
    dataOf(html)
      .at(-1)
      .announcements.items.map(({ title }: { title: string }) => title),
  ).toEqual(['</script><img src=x>'])
})

test('the page is rendered once, and again after a change, an expiry, a closing time and midnight', async () => {
  const { app, admin, shown } = await givenSite()
  const drawn = async () => Number(/drawing (\d+)/.exec(await shown())?.[1])
  app.setNow('2026-11-21T05:00:00.000Z')
  expect([await drawn(), await drawn()]).toEqual([1, 1])
  await admin.post('/announcement', { title: 'Open', content: 'All day', expiresAt: '2026-11-21T06:00:00.000Z' })
  expect([await drawn(), await drawn()]).toEqual([2, 2])
  app.setNow('2026-11-21T06:00:00.000Z')
  expect([await drawn(), await drawn()]).toEqual([3, 3])
  // Ten in the evening of a Saturday.
  app.setNow('2026-11-21T16:30:00.000Z')
  expect([await drawn(), await drawn()]).toEqual([4, 4])
  app.setNow('2026-11-21T18:30:00.000Z')
  expect([await drawn(), await drawn()]).toEqual([5, 5])
})

test('a page with free seats is rendered again after a seat is taken, and another page is not', async () => {
  const { admin, shown, dataOf } = await givenSite()
  const seat = (seatNumber: number) =>
    admin.post('/user', {
      name: 'Asha',
      email: `a${seatNumber}@example.org`,
      password: 'a good long one',
      role: 'student',
      seatNumber,
      slot: 'morning',
    })
  const seen = async () => {
    const html = await shown()
    return [Number(/drawing (\d+)/.exec(html)?.[1]), dataOf(html).at(-1).freeSeats]
  }
  expect(await seen()).toEqual([1, null])
  await seat(1)
  expect(await seen()).toEqual([1, null])
  await admin.put('/customization/hall', { showFreeSeats: true })
  expect(await seen()).toEqual([2, { morning: 37, afternoon: 38, 'full-day': 37 }])
  await seat(2)
  expect(await seen()).toEqual([3, { morning: 36, afternoon: 38, 'full-day': 36 }])
})

test('the sign-in page names the first picture of the gallery that is shown to visitors', async () => {
  const { admin, shown } = await givenSite()
  expect(await shown('/login')).not.toContain('hall-picture')
  const { _id, imageUrl } = await givenImage(admin, 'Hall')
  expect(await shown('/login')).toContain(`<meta name="hall-picture" content="${imageUrl}" />`)
  await admin.put(`/gallery/${_id}`, { isActive: false })
  expect(await shown('/login')).not.toContain('hall-picture')
})

test('the policy allows the map’s origin in a frame if a map is set, and no other', async () => {
  const { admin, open } = await givenSite()
  expect((await open('/')).headers['content-security-policy']).not.toContain('frame-src')
  await admin.put('/customization/landing', { mapUrl: 'https://www.openstreetmap.org/export/embed.html?bbox=1,2,3,4' })
  const frameSource = async (path: string) => /frame-src ([^;]+)/.exec(String((await open(path)).headers['content-security-policy']))?.[1]
  expect([await frameSource('/'), await frameSource('/login')]).toEqual(['https://www.openstreetmap.org', undefined])
})

test('in a public demo no map can be framed, even if a visitor has set its address', async () => {
  const { admin, open } = await givenSite({ demo: 'public' })
  await admin.put('/customization/landing', { mapUrl: 'https://www.openstreetmap.org/export/embed.html?bbox=1,2,3,4' })
  const policy = (await open('/')).headers['content-security-policy']
  expect(policy).toContain("default-src 'self'")
  expect(policy).not.toContain('frame-src')
})

test('pages are sent compressed, and only once to a browser that has them', async () => {
  const { open } = await givenSite()
  const { rawPayload, headers } = await open('/', { 'accept-encoding': 'gzip, br' })
  expect([headers['content-encoding'], brotliDecompressSync(rawPayload).toString()]).toEqual(['br', (await open('/')).payload])
  const again = await open('/', { 'accept-encoding': 'br', 'if-none-match': String(headers.etag) })
  expect([again.statusCode, again.payload]).toEqual([304, ''])
})

test('the page does not contain hidden figures', async () => {
  const { admin, shown } = await givenSite()
  expect(await shown()).toContain('99%')
  const figures = defaultLanding.figures.map((figure) => ({ ...figure, hidden: figure.value === '99%' }))
  await admin.put('/customization/landing', { figures })
  const html = await shown()
  expect(html).toContain('10K+')
  expect(html).not.toMatch(/99%|Satisfaction/)
})

test('search engines may index only the landing page and its files', async () => {
  const { open, shown } = await givenSite()
  for (const path of ['/login', '/landing/', '/documents']) expect(await shown(path)).toContain('<meta name="robots" content="noindex" />')
  const { payload, headers } = await open('/robots.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(payload.trim().split('\n')).toEqual(expect.arrayContaining(['User-agent: *', 'Allow: /$', 'Allow: /landing$', 'Disallow: /']))
})
