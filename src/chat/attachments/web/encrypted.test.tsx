import { act, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { commonErrors } from '#contract/errors.ts'
import { MB } from '#contract/limits.ts'
import * as downloads from '#web/api/download.ts'
import { signOut } from '#web/api/session.ts'
import { refuse, reply } from '#web/testing/fakeServer.ts'
import { previews } from './fetched.ts'
import { fileCall, fileOf } from './testing/attachments.ts'
import { png, sealed, showEncrypted, watchBlobs } from './testing/encrypted.tsx'

const notVerified = 'This file could not be verified, so it is not shown.'
const swapped = new Blob(['another file'])

test('a picture is decrypted and shown as the picture that its bytes are', async () => {
  const page = showEncrypted(fileOf('board.png', 'image/png'), [reply(fileCall, sealed(png))])
  page.comeNear()
  await waitFor(() => expect(page.container.querySelector('img')?.getAttribute('src')).toBe('blob:0'))
  expect([page.blobs[0]?.blob.type, await page.blobs[0]?.blob.arrayBuffer()]).toEqual(['image/png', new Uint8Array(png).buffer])
})

test.each([
  ['image/png', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['image/jpeg', '<!doctype html><script>alert(1)</script>'],
])('what is no picture is none, though its sender says %s', async (mediaType, text) => {
  const page = showEncrypted(fileOf('board.png', mediaType), [reply(fileCall, sealed(text.padEnd(100)))])
  page.comeNear()
  expect(await page.findByRole('button', { name: 'Download board.png' })).toBeTruthy()
  expect([page.blobs, page.container.querySelector('img')]).toEqual([[], null])
})

test.each(['image/svg+xml', 'application/xhtml+xml', 'image/png; x', 'application/octet-stream', 'model/svg'])(
  'a file of the type %s is not looked into',
  async (mediaType) => {
    const page = showEncrypted(fileOf('drawing.svg', mediaType), [])
    page.comeNear()
    expect(page.getByRole('button', { name: 'Download drawing.svg' })).toBeTruthy()
    expect([page.calls, page.blobs]).toEqual([[], []])
  },
)

test('whatever it is, it is saved under its own name as a file of no type', async () => {
  const save = vi.spyOn(downloads, 'saveFile').mockImplementation(() => {})
  const page = showEncrypted(fileOf('page.html', 'text/html', { size: 2 * MB }), [reply(fileCall, sealed('<script>alert(1)</script>'))])
  await page.user.click(page.getByRole('button', { name: 'Download page.html' }))
  await waitFor(() => expect(save).toHaveBeenCalledOnce())
  const file = save.mock.calls[0]?.[0]
  expect([file?.name, file?.type, await file?.text()]).toEqual(['page.html', 'application/octet-stream', '<script>alert(1)</script>'])
})

test('other bytes than the sender has uploaded are neither shown nor saved', async () => {
  const save = vi.spyOn(downloads, 'saveFile').mockImplementation(() => {})
  const page = showEncrypted(fileOf('notes.txt', 'text/plain'), [reply(fileCall, swapped)])
  page.comeNear()
  expect(await page.findByText(notVerified)).toBeTruthy()
  expect(page.queryByRole('button', { name: 'Retry' })).toBeNull()
  await page.user.click(page.getByRole('button', { name: 'Download notes.txt' }))
  expect(await page.findByText('This file could not be verified, so it was not saved.')).toBeTruthy()
  expect(save).not.toHaveBeenCalled()
})

test('a picture of other bytes says so; one that did not come is fetched again', async () => {
  const page = showEncrypted(fileOf('board.png', 'image/png'), [reply(fileCall, swapped)])
  page.comeNear()
  expect(await page.findByText(notVerified)).toBeTruthy()
  expect([page.queryByRole('button', { name: 'Retry' }), page.blobs]).toEqual([null, []])
  page.unmount()
  let tries = 0
  const answer = () => (++tries === 1 ? refuse(commonErrors.unavailable) : sealed(png))
  const other = showEncrypted(fileOf('board.png', 'image/png'), [reply(fileCall, answer)])
  other.comeNear()
  await other.user.click(await other.findByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(other.container.querySelector('img')).not.toBeNull())
})

test('an HTML file shows its beginning as text', async () => {
  const page = showEncrypted(fileOf('page.html', 'text/html'), [reply(fileCall, sealed('<b>Waves</b>'))])
  page.comeNear()
  const region = await page.findByRole('region', { name: 'Beginning of page.html' })
  expect([region.textContent, region.querySelector('b'), page.blobs]).toEqual(['<b>Waves</b>', null, []])
})

test('a film is played once it has arrived whole, and released afterwards', async () => {
  vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('maybe')
  const page = showEncrypted(fileOf('lesson.mov', 'video/quicktime'), [reply(fileCall, sealed('film'))])
  await page.user.click(page.getByRole('button', { name: 'Play lesson.mov' }))
  expect((await page.findByLabelText('Player for lesson.mov')).getAttribute('src')).toBe('blob:0')
  expect(page.blobs[0]?.blob.type).toBe('video/mp4')
  page.unmount()
  expect(page.blobs[0]?.isGivenBack).toBe(true)
})

test('a film of other bytes is not played', async () => {
  vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('maybe')
  const page = showEncrypted(fileOf('lesson.mp4', 'video/mp4'), [reply(fileCall, swapped)])
  await page.user.click(page.getByRole('button', { name: 'Play lesson.mp4' }))
  expect(await page.findByText(notVerified)).toBeTruthy()
})

test('a PDF of other bytes is not opened; one that did not come is fetched again', async () => {
  const page = showEncrypted(fileOf('plan.pdf', 'application/pdf'), [reply(fileCall, swapped)])
  await page.user.click(page.getByRole('button', { name: 'Open' }))
  expect(await page.findByText(notVerified)).toBeTruthy()
  expect(page.queryByRole('button', { name: 'Open' })).toBeNull()
  page.unmount()
  const other = showEncrypted(fileOf('plan.pdf', 'application/pdf'), [reply(fileCall, refuse(commonErrors.unavailable))])
  await other.user.click(other.getByRole('button', { name: 'Open' }))
  expect(await other.findByRole('button', { name: 'Retry' })).toBeTruthy()
})

test('the end of the session forgets what was decrypted', async () => {
  const page = showEncrypted(fileOf('board.png', 'image/png'), [reply(fileCall, sealed(png))])
  page.comeNear()
  await waitFor(() => expect(page.container.querySelector('img')).not.toBeNull())
  act(() => signOut())
  await waitFor(() => expect(page.blobs.every(({ isGivenBack }) => isGivenBack)).toBe(true))
})

test('where the message was not opened here, nothing of the file is asked for', () => {
  const page = showEncrypted(fileOf('board.png', 'image/png'), [], { isKnown: false })
  expect([page.getByText(notVerified).tagName, page.calls]).toEqual(['P', []])
})

test('many encrypted pictures are fetched a few at a time', async () => {
  const asked: (() => void)[] = []
  vi.stubGlobal('fetch', () => new Promise((resolve) => asked.push(() => resolve(new Response(sealed(png))))))
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

test('a large picture waits until someone wants it', () => {
  const page = showEncrypted(fileOf('poster.png', 'image/png', { size: 9 * MB }), [])
  page.comeNear()
  expect([page.getByText('PNG · 9 MB').tagName, page.calls]).toEqual(['SPAN', []])
})
