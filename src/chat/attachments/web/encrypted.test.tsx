import { act, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { commonErrors } from '#contract/errors.ts'
import { MB } from '#contract/limits.ts'
import * as downloads from '#web/api/download.ts'
import { signOut } from '#web/api/session.ts'
import { refuse, reply } from '#web/testing/fakeServer.ts'
import { previews } from './fetched.ts'
import { fileCall, fileOf } from './testing/attachments.ts'
import { encrypted, png, showEncrypted, watchBlobs } from './testing/encrypted.tsx'

const notVerified = 'This file could not be verified, so it is not shown.'
const swapped = new Blob(['another file'])

test('decrypts a picture and shows it with the type of its bytes', async () => {
  const page = showEncrypted(fileOf('board.png', 'image/png'), [reply(fileCall, encrypted(png))])
  page.comeNear()
  await waitFor(() => expect(page.container.querySelector('img')?.getAttribute('src')).toBe('blob:0'))
  expect([page.blobs[0]?.blob.type, await page.blobs[0]?.blob.arrayBuffer()]).toEqual(['image/png', new Uint8Array(png).buffer])
})

test.each([
  ['image/png', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['image/jpeg', '<!doctype html><script>alert(1)</script>'],
])('what is no picture is none, though its sender says %s', async (mediaType, text) => {
  const page = showEncrypted(fileOf('board.png', mediaType), [reply(fileCall, encrypted(text.padEnd(100)))])
  page.comeNear()
  expect(await page.findByRole('button', { name: 'Download board.png' })).toBeTruthy()
  expect([page.blobs, page.container.querySelector('img')]).toEqual([[], null])
})

test.each(['image/svg+xml', 'application/xhtml+xml', 'image/png; x', 'application/octet-stream', 'model/svg'])(
  'does not preview a file of the type %s',
  async (mediaType) => {
    const page = showEncrypted(fileOf('drawing.svg', mediaType), [])
    page.comeNear()
    expect(page.getByRole('button', { name: 'Download drawing.svg' })).toBeTruthy()
    expect([page.calls, page.blobs]).toEqual([[], []])
  },
)

test('saves any file under its own name without a type', async () => {
  const save = vi.spyOn(downloads, 'saveFile').mockImplementation(() => {})
  const page = showEncrypted(fileOf('page.html', 'text/html', { size: 2 * MB }), [reply(fileCall, encrypted('<script>alert(1)</script>'))])
  await page.user.click(page.getByRole('button', { name: 'Download page.html' }))
  await waitFor(() => expect(save).toHaveBeenCalledOnce())
  const file = save.mock.calls[0]?.[0]
  expect([file?.name, file?.type, await file?.text()]).toEqual(['page.html', 'application/octet-stream', '<script>alert(1)</script>'])
})

test('neither shows nor saves bytes other than the sender uploaded', async () => {
  const save = vi.spyOn(downloads, 'saveFile').mockImplementation(() => {})
  const page = showEncrypted(fileOf('notes.txt', 'text/plain'), [reply(fileCall, swapped)])
  page.comeNear()
  expect(await page.findByText(notVerified)).toBeTruthy()
  expect(page.queryByRole('button', { name: 'Retry' })).toBeNull()
  await page.user.click(page.getByRole('button', { name: 'Download notes.txt' }))
  expect(await page.findByText('This file could not be verified, so it was not saved.')).toBeTruthy()
  expect(save).not.toHaveBeenCalled()
})

test('reports a picture with wrong bytes; refetches one that failed to load', async () => {
  const page = showEncrypted(fileOf('board.png', 'image/png'), [reply(fileCall, swapped)])
  page.comeNear()
  expect(await page.findByText(notVerified)).toBeTruthy()
  expect([page.queryByRole('button', { name: 'Retry' }), page.blobs]).toEqual([null, []])
  page.unmount()
  let tries = 0
  const answer = () => (++tries === 1 ? refuse(commonErrors.unavailable) : encrypted(png))
  const other = showEncrypted(fileOf('board.png', 'image/png'), [reply(fileCall, answer)])
  other.comeNear()
  await other.user.click(await other.findByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(other.container.querySelector('img')).not.toBeNull())
})

test('shows the beginning of an HTML file as text', async () => {
  const page = showEncrypted(fileOf('page.html', 'text/html'), [reply(fileCall, encrypted('<b>Waves</b>'))])
  page.comeNear()
  const region = await page.findByRole('region', { name: 'Beginning of page.html' })
  expect([region.textContent, region.querySelector('b'), page.blobs]).toEqual(['<b>Waves</b>', null, []])
})

test('plays a video once it is completely downloaded, and releases it afterwards', async () => {
  vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('maybe')
  const page = showEncrypted(fileOf('lesson.mov', 'video/quicktime'), [reply(fileCall, encrypted('film'))])
  await page.user.click(page.getByRole('button', { name: 'Play lesson.mov' }))
  expect((await page.findByLabelText('Player for lesson.mov')).getAttribute('src')).toBe('blob:0')
  expect(page.blobs[0]?.blob.type).toBe('video/mp4')
  page.unmount()
  expect(page.blobs[0]?.isGivenBack).toBe(true)
})

test('does not play a video with wrong bytes', async () => {
  vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('maybe')
  const page = showEncrypted(fileOf('lesson.mp4', 'video/mp4'), [reply(fileCall, swapped)])
  await page.user.click(page.getByRole('button', { name: 'Play lesson.mp4' }))
  expect(await page.findByText(notVerified)).toBeTruthy()
})

test('does not open a PDF with wrong bytes; refetches one that failed to load', async () => {
  const page = showEncrypted(fileOf('plan.pdf', 'application/pdf'), [reply(fileCall, swapped)])
  await page.user.click(page.getByRole('button', { name: 'Open' }))
  expect(await page.findByText(notVerified)).toBeTruthy()
  expect(page.queryByRole('button', { name: 'Open' })).toBeNull()
  page.unmount()
  const other = showEncrypted(fileOf('plan.pdf', 'application/pdf'), [reply(fileCall, refuse(commonErrors.unavailable))])
  await other.user.click(other.getByRole('button', { name: 'Open' }))
  expect(await other.findByRole('button', { name: 'Retry' })).toBeTruthy()
})

test('discards decrypted files at the end of the session', async () => {
  const page = showEncrypted(fileOf('board.png', 'image/png'), [reply(fileCall, encrypted(png))])
  page.comeNear()
  await waitFor(() => expect(page.container.querySelector('img')).not.toBeNull())
  act(() => signOut())
  await waitFor(() => expect(page.blobs.every(({ isGivenBack }) => isGivenBack)).toBe(true))
})

test('fetches no file of a message that was not decrypted here', () => {
  const page = showEncrypted(fileOf('board.png', 'image/png'), [], { isKnown: false })
  expect([page.getByText(notVerified).tagName, page.calls]).toEqual(['P', []])
})

test('fetches a few encrypted pictures at a time', async () => {
  const asked: (() => void)[] = []
  vi.stubGlobal('fetch', () => new Promise((resolve) => asked.push(() => resolve(new Response(encrypted(png))))))
  const decrypt = async () => new Uint8Array(png).buffer
  const pictures = Array.from({ length: 6 }, (_, number) => ({
    ...fileOf(`${number}.png`, 'image/png'),
    url: `/api/chat/attachments/${number}`,
    decrypt,
  }))
  watchBlobs()
  const taken = pictures.map((file) => previews.take(file))
  await waitFor(() => expect(asked).toHaveLength(4))
  asked[0]?.()
  await taken[0]?.promise
  await waitFor(() => expect(asked).toHaveLength(5))
  await waitFor(() => {
    for (const answer of asked) answer()
    expect(asked).toHaveLength(6)
  })
  for (const answer of asked) answer()
  await Promise.all(taken.map(({ promise }) => promise))
  for (const { release } of taken) release()
})

test('loads a large picture only on request', () => {
  const page = showEncrypted(fileOf('poster.png', 'image/png', { size: 9 * MB }), [])
  page.comeNear()
  expect([page.getByText('PNG · 9 MB').tagName, page.calls]).toEqual(['SPAN', []])
})
