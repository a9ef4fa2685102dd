import { waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { chatApi } from '#chat/conversations/conversations.contract.ts'
import { group, withRavi } from '#chat/conversations/web/testing/samples.ts'
import { type ShareInfo, shareCache, shareFileAt, shareInfoAt } from '#contract/share.ts'
import { signOut } from '#web/api/session.ts'
import { tab } from '#web/api/storages.ts'
import { attachTo, draftOf, handOver, pendingShareKey, takeHandover, uploadForm } from '#web/sharing/handover.ts'
import { fakeCaches } from '#web/testing/fakeCaches.ts'
import { reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { SharePage } from './SharePage.tsx'

afterEach(() => vi.unstubAllGlobals())

const pdf = { name: 'notes.pdf', type: 'application/pdf' }
const picture = { name: 'board.jpg', type: 'image/jpeg' }

const stored = async (more: Partial<ShareInfo> = {}) => {
  const { paths } = fakeCaches()
  const info: ShareInfo = { at: Date.now(), text: '', files: [pdf, picture], problems: [], ...more }
  const cache = await caches.open(shareCache)
  await cache.put(shareInfoAt('k1'), Response.json(info))
  for (const index of info.files.keys()) await cache.put(shareFileAt('k1', index), new Response('content'))
  return { paths }
}

const conversations = reply(chatApi.conversations, {
  items: [withRavi(), group({ whyNotWrite: { code: 'chat.announcement_only', message: 'Only admins can post.' } })],
  nextCursor: null,
})
const open = (as: 'student' | 'admin' | undefined, at = '/share?key=k1') =>
  renderPage(<SharePage />, { ...(as && { as }), at, replies: [conversations] })

test('files go to the form of the chosen conversation with the text as caption, and leave the storage', async () => {
  const { paths } = await stored({ text: 'Chapter 3' })
  const page = open('student')
  expect(await page.findByText('notes.pdf')).toBeTruthy()
  expect(page.queryByRole('button', { name: /^Upload/ })).toBeNull()
  await page.user.click(await page.findByRole('button', { name: /Ravi Kumar/ }))
  expect(page.address()).toBe('/chat?c=c1')
  const given = takeHandover(attachTo('c1'))
  expect([given?.text, given?.files.map(({ name, type }) => [name, type])]).toEqual([
    'Chapter 3',
    [
      ['notes.pdf', 'application/pdf'],
      ['board.jpg', 'image/jpeg'],
    ],
  ])
  await waitFor(() => expect(paths()).toEqual([]))
  expect(takeHandover(attachTo('c1'))).toBeUndefined()
})

test('only conversations in which the person may write are offered', async () => {
  await stored()
  const page = open('student')
  await page.findByRole('button', { name: /Ravi Kumar/ })
  expect(page.queryByRole('button', { name: /Morning batch/ })).toBeNull()
})

test('a text without files becomes the draft', async () => {
  await stored({ files: [], text: 'https://a.example/b' })
  const page = open('student')
  await page.user.click(await page.findByRole('button', { name: /Ravi Kumar/ }))
  expect(takeHandover(draftOf('c1'))?.text).toBe('https://a.example/b')
})

test('PDFs go to the upload form of those who may upload', async () => {
  await stored()
  const page = open('admin')
  await page.user.click(await page.findByRole('button', { name: 'Upload as a document' }))
  expect(page.address()).toBe('/upload')
  expect(takeHandover(uploadForm)?.files.map(({ name }) => name)).toEqual(['notes.pdf'])
})

test('before the sign-in, only the number of files is shown, and the tab remembers the share', async () => {
  const { paths } = await stored()
  const page = open(undefined)
  await page.findByText('Sign in to send these 2 files')
  expect(page.queryByText('notes.pdf')).toBeNull()
  await page.user.click(page.getByRole('button', { name: 'Sign in' }))
  expect([page.address(), tab.get(pendingShareKey)]).toEqual(['/login', 'k1'])
  expect(paths()).toHaveLength(3)
})

test('what was left out is named with the reason', async () => {
  await stored({
    files: [],
    problems: [
      { name: 'film.pdf', problem: 'tooLarge' },
      { name: 'app.apk', problem: 'wrongType' },
    ],
  })
  const page = open('student')
  expect(await page.findByText('"film.pdf" was left out: it is too large.')).toBeTruthy()
  expect(page.getByText('"app.apk" was left out: only PDFs and pictures can be shared.')).toBeTruthy()
})

test.each([
  ['of another key', '/share?key=other', 'Nothing to send'],
  ['that could not be kept', '/share?failed', 'The files could not be kept'],
])('a share %s has a clear message and a way back', async (_, at, text) => {
  await stored()
  const page = open('student', at)
  expect(await page.findByText(text)).toBeTruthy()
  expect(page.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/dashboard')
})

test('before the sign-in, a share of which nothing is left names no file', async () => {
  await stored({ files: [], text: '', problems: [{ name: 'film.pdf', problem: 'tooLarge' }] })
  const page = open(undefined)
  expect(await page.findByText('Nothing to send')).toBeTruthy()
  expect(page.queryByText(/film\.pdf/)).toBeNull()
})

test('a share of the day before is not shown', async () => {
  await stored({ at: Date.now() - 86_400_001 })
  expect(await open('student').findByText('Nothing to send')).toBeTruthy()
})

test('the end of the session deletes the share, and what was handed over', async () => {
  const { paths } = await stored()
  const page = open('student')
  await page.findByText('notes.pdf')
  handOver(attachTo('c1'), { files: [], text: 'Hello' })
  expect(paths()).toHaveLength(3)
  signOut()
  expect(takeHandover(attachTo('c1'))).toBeUndefined()
  await waitFor(() => expect(paths()).toEqual([]))
})
