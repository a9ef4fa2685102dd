import { afterEach, expect, test, vi } from 'vitest'
import { type ShareInfo, shareCache, shareInfoAt } from '#contract/share.ts'
import { fakeCaches } from '../testing/fakeCaches.ts'
import { deleteOldShare, takeShare } from './shares.ts'

afterEach(() => vi.unstubAllGlobals())

const MB = 1_048_576
const file = (name: string, type: string, bytes = 10) => new File([new Uint8Array(bytes)], name, { type })

const share = async (files: readonly File[], texts: Readonly<Record<string, string>> = {}) => {
  const form = new FormData()
  for (const [name, text] of Object.entries(texts)) form.set(name, text)
  for (const each of files) form.append('files', each)
  // A worker resolves the address of the page by its own.
  vi.spyOn(Response, 'redirect').mockImplementation(
    (url, status = 302) => new Response(null, { status, headers: { location: String(url) } }),
  )
  const response = await takeShare({ formData: async () => form } as unknown as Request)
  const { searchParams } = new URL(response.headers.get('location') ?? '', 'https://hall.example')
  const key = searchParams.get('key') ?? ''
  const info = (await (await (await caches.open(shareCache)).match(shareInfoAt(key)))?.json()) as ShareInfo | undefined
  return { key, info, location: response.headers.get('location'), status: response.status }
}

test('PDFs and pictures are stored under a random key, with the text and the link once', async () => {
  const { paths } = fakeCaches()
  const { key, info, location, status } = await share(
    [file('notes.pdf', 'application/pdf'), file('board.jpg', 'image/jpeg'), file('old.PDF', '')],
    {
      title: 'Notes',
      text: 'See https://a.example/b',
      url: 'https://a.example/b',
    },
  )
  expect([status, location]).toEqual([303, `/share?key=${key}`])
  expect(key).toMatch(/^[0-9a-f-]{36}$/)
  expect(info).toMatchObject({ text: 'Notes\nSee https://a.example/b', problems: [] })
  expect(info?.files.map(({ name, type }) => [name, type])).toEqual([
    ['notes.pdf', 'application/pdf'],
    ['board.jpg', 'image/jpeg'],
    ['old.PDF', 'application/pdf'],
  ])
  expect(paths().toSorted()).toEqual([0, 1, 2, 'info'].map((each) => `/share/${key}/${each}`))
})

test('files of other kinds, too large and too many are left out, and named', async () => {
  fakeCaches()
  const { info } = await share([
    file('app.apk', 'application/octet-stream'),
    file('page.html', 'text/html'),
    file('film.pdf', 'application/pdf', 25 * MB + 1),
    ...Array.from({ length: 31 }, (_, at) => file(`${at}.png`, 'image/png')),
  ])
  expect(info?.files).toHaveLength(30)
  expect(info?.problems).toEqual([
    { name: 'app.apk', problem: 'wrongType' },
    { name: 'page.html', problem: 'wrongType' },
    { name: 'film.pdf', problem: 'tooLarge' },
    { name: '30.png', problem: 'tooMany' },
  ])
})

test('more than 100 MB together are not stored', async () => {
  fakeCaches()
  const whole = Array.from({ length: 4 }, (_, at) => file(`${at}.pdf`, 'application/pdf', 25 * MB))
  const { info } = await share([...whole, file('more.pdf', 'application/pdf', 1)])
  expect(info?.files).toHaveLength(4)
  expect(info?.problems).toEqual([{ name: 'more.pdf', problem: 'tooLarge' }])
})

test('a device that is full keeps what fits, and a share that cannot be kept at all leads to a message', async () => {
  const full = fakeCaches({ fullAfter: 1_500 })
  const { info } = await share([file('a.pdf', 'application/pdf', 1_000), file('b.pdf', 'application/pdf', 1_000)])
  expect(info?.problems).toEqual([{ name: 'b.pdf', problem: 'full' }])
  expect(full.paths()).toHaveLength(2)
  const none = fakeCaches({ fullAfter: 0 })
  expect((await share([file('a.pdf', 'application/pdf')])).location).toBe('/share?failed')
  expect(none.paths()).toEqual([])
})

test('a share replaces the one before, and is deleted after a day', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-26T10:00:00Z') })
  const { paths } = fakeCaches()
  await share([file('first.pdf', 'application/pdf')])
  const { key } = await share([], { text: 'Hello' })
  expect(paths()).toEqual([shareInfoAt(key)])
  vi.setSystemTime(Date.parse('2026-11-27T10:00:00Z'))
  await deleteOldShare()
  expect(paths()).toEqual([shareInfoAt(key)])
  vi.setSystemTime(Date.parse('2026-11-27T10:00:01Z'))
  await deleteOldShare()
  expect(paths()).toEqual([])
  vi.useRealTimers()
})

test('a share that is being stored is not taken for an old one', async () => {
  fakeCaches()
  let isStored = false
  const sharing = share([file('a.pdf', 'application/pdf'), file('b.pdf', 'application/pdf')]).finally(() => {
    isStored = true
  })
  while (!isStored) {
    await deleteOldShare()
    await new Promise((resolve) => setTimeout(resolve))
  }
  expect((await sharing).info?.files).toHaveLength(2)
})
