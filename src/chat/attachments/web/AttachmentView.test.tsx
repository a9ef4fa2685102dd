import { act, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Attachment } from '#chat/conversations/conversations.shapes.contract.ts'
import { commonErrors } from '#contract/errors.ts'
import * as downloads from '#web/api/download.ts'
import { signOut } from '#web/api/session.ts'
import { type FakeReply, refuse, reply, unreachable } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { AttachmentView } from './AttachmentView.tsx'
import { PendingFile } from './PendingFile.tsx'
import { fileCall, fileOf, linkCall, pictureOf, previewCall, sentMessage, watchAddresses, watchNearness } from './testing/attachments.ts'

const bytes = (text = 'bytes', type = 'image/webp') => new Blob([text], { type })

const show = (attachment: Attachment, ...replies: FakeReply[]) => {
  const open = watchAddresses()
  const { comeNear } = watchNearness()
  const page = renderPage(<AttachmentView message={sentMessage(attachment)} />, { as: 'student', replies })
  const asked = () => page.calls.map(({ endpoint }) => endpoint)
  return { ...page, open, asked, comeNear: () => act(comeNear) }
}

/** The code of the viewer is loaded while the pointer is over the picture. */
const openPicture = async (page: ReturnType<typeof show>, name: string) => {
  const decrypter = page.getByRole('button', { name: `Open the picture ${name}` })
  await page.user.hover(decrypter)
  await act(() => vi.dynamicImportSettled())
  await page.user.click(decrypter)
}

test('reserves the space of a picture, and fetches it only near the viewport', async () => {
  const page = show(pictureOf('board.png'), reply(previewCall, bytes()))
  const box = page.getByRole('button', { name: 'Open the picture board.png' }).parentElement
  expect([box?.style.width, box?.style.aspectRatio]).toEqual(['320px', '320 / 160'])
  expect(page.asked()).toEqual([])
  page.comeNear()
  await waitFor(() => expect(page.container.querySelector('img')?.getAttribute('src')).toBe('blob:made-1'))
  expect(page.asked()).toEqual([previewCall])
})

/** A WebP of 640 x 480 pixels, as far as its head. */
const webp = (): Blob => {
  const bytes = new Uint8Array(200)
  bytes.set(new TextEncoder().encode('RIFF    WEBPVP8 '))
  new DataView(bytes.buffer).setUint16(26, 640, true)
  new DataView(bytes.buffer).setUint16(28, 480, true)
  return new Blob([bytes], { type: 'image/webp' })
}

test('shows a picture that this tab sends at once, and downloads it neither before nor after the server has it', async () => {
  watchAddresses()
  const { comeNear } = watchNearness()
  const file = { blob: webp(), name: 'board.webp', size: 200, mediaType: 'image/webp' }
  const page = renderPage(
    <PendingFile clientId="mine" file={file}>
      board.webp
    </PendingFile>,
    { as: 'student' },
  )
  const picture = () => page.container.querySelector('img')?.getAttribute('src')
  await page.findByRole('button', { name: 'Open the picture board.webp' })
  act(comeNear)
  await waitFor(() => expect(picture()).toBe('blob:made-1'))
  const attachment = pictureOf('board.webp', { width: 640, height: 480 })
  page.rerender(<AttachmentView message={sentMessage(attachment, 'mine')} />)
  expect(picture()).toBe('blob:made-1')
  const others = { ...sentMessage(attachment, 'mine'), sender: { ...sentMessage(attachment).sender, _id: 'student-2' } }
  page.rerender(<p>Elsewhere</p>)
  page.rerender(<AttachmentView message={others} />)
  expect(picture()).toBeUndefined()
  expect(page.calls).toEqual([])
})

test('names a file that is being sent if it is no picture, no matter what its type says', async () => {
  const file = { blob: new Blob(['<svg>'.padEnd(100)]), name: 'board.webp', size: 100, mediaType: 'image/webp' }
  const page = renderPage(
    <PendingFile clientId="mine" file={file}>
      board.webp, 100 B
    </PendingFile>,
    { as: 'student' },
  )
  await act(() => file.blob.arrayBuffer())
  expect(page.getByText('board.webp, 100 B')).toBeTruthy()
  expect(page.container.querySelector('img')).toBeNull()
})

test('shows that a picture failed to load, and Retry fetches it', async () => {
  let tries = 0
  const page = show(
    pictureOf('board.png'),
    reply(previewCall, () => (++tries === 1 ? refuse(commonErrors.unavailable) : bytes())),
  )
  page.comeNear()
  expect(await page.findByText('The picture could not be loaded.')).toBeTruthy()
  await page.user.click(page.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(page.container.querySelector('img')).not.toBeNull())
})

test('fetches a failed picture when the network returns', async () => {
  let isOnline = false
  const page = show(
    pictureOf('board.png'),
    reply(previewCall, () => (isOnline ? bytes() : unreachable())),
  )
  page.comeNear()
  expect(await page.findByText('The picture could not be loaded.')).toBeTruthy()
  isOnline = true
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(page.container.querySelector('img')).not.toBeNull())
})

test('caches a preview for scrolling back, until the session ends', async () => {
  const attachment = pictureOf('board.png')
  const page = show(attachment, reply(previewCall, bytes()))
  page.comeNear()
  await waitFor(() => expect(page.container.querySelector('img')).not.toBeNull())
  page.rerender(<p>Elsewhere</p>)
  page.rerender(<AttachmentView message={sentMessage(attachment)} />)
  expect(page.container.querySelector('img')?.getAttribute('src')).toBe('blob:made-1')
  page.comeNear()
  expect(page.asked()).toEqual([previewCall])
  page.rerender(<p>Elsewhere</p>)
  expect([...page.open]).toEqual(['blob:made-1'])
  act(() => signOut())
  await waitFor(() => expect([...page.open]).toEqual([]))
})

test('pressing a picture opens the viewer; keys and buttons zoom from 1 to 5 in steps of 0.2, and the focus returns', async () => {
  const page = show(pictureOf('board.png'), reply(previewCall, bytes()), reply(fileCall, bytes('the whole')))
  const decrypter = page.getByRole('button', { name: 'Open the picture board.png' })
  await openPicture(page, 'board.png')
  const dialog = await page.findByRole('dialog', { name: 'board.png' })
  const image = await page.findByRole('img', { name: 'Picture: board.png' })
  const zoomed = () => /scale\((.*)\)/.exec(image.style.transform)?.[1]
  const press = async (key: string, times = 1) => {
    for (let n = 0; n < times; n++) await page.user.keyboard(key)
  }
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
  await press('+', 2)
  expect(zoomed()).toBe('1.4')
  await press('-')
  expect([zoomed(), page.getByText('120%')]).toMatchObject(['1.2', {}])
  await press('+', 30)
  expect([zoomed(), page.getByRole('button', { name: 'Zoom in' }).hasAttribute('disabled')]).toEqual(['5', true])
  await press('0')
  expect([zoomed(), page.getByRole('button', { name: 'Zoom out' }).hasAttribute('disabled')]).toEqual(['1', true])
  await page.user.click(page.getByRole('button', { name: 'Zoom in' }))
  await page.user.click(page.getByRole('button', { name: 'Reset zoom' }))
  expect(zoomed()).toBe('1')
  await press('{Escape}')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(decrypter))
  expect([...page.open]).toEqual([])
})

test('shows a failure of the full picture, and offers Retry and saving', async () => {
  let tries = 0
  const save = vi.spyOn(downloads, 'saveFile').mockImplementation(() => {})
  const page = show(
    pictureOf('board.png'),
    reply(fileCall, () => (++tries === 1 ? refuse(commonErrors.unavailable) : bytes('the whole'))),
  )
  await openPicture(page, 'board.png')
  await page.user.click(await page.findByRole('button', { name: 'Retry' }))
  expect(await page.findByRole('img', { name: 'Picture: board.png' })).toBeTruthy()
  await page.user.click(page.getByRole('button', { name: 'Download board.png' }))
  await waitFor(() => expect(save).toHaveBeenCalledOnce())
  expect(await save.mock.calls[0]?.[0].text()).toBe('the whole')
})

test('shows the beginning of a text file as text', async () => {
  const page = show(fileOf('notes.txt', 'text/plain', { size: 100_000 }), reply(fileCall, bytes('<b>Waves</b>\r\nand light', 'text/plain')))
  expect(page.getByText('The first 20 kB of 98 kB')).toBeTruthy()
  page.comeNear()
  const region = await page.findByRole('region', { name: 'Beginning of notes.txt' })
  expect([region.textContent, region.querySelector('b')]).toEqual(['<b>Waves</b>\nand light', null])
})

test('shows the name, kind and size of any file, and reports a failed download', async () => {
  const name = 'प्रकाश '.repeat(40)
  const page = show(fileOf(`${name}.pages`, 'application/octet-stream'), reply(fileCall, refuse(commonErrors.notFound)))
  expect(page.getByText('PAGES · 2 kB')).toBeTruthy()
  await page.user.click(page.getByRole('button', { name: `Download ${name}.pages` }))
  expect(await page.findByText('This file no longer exists. It may have been deleted.')).toBeTruthy()
})

test('shows the progress of a download', async () => {
  const save = vi.spyOn(downloads, 'saveFile').mockImplementation(() => {})
  const { promise, resolve } = Promise.withResolvers<Blob>()
  const page = show(
    fileOf('all.zip', 'application/zip'),
    reply(fileCall, () => promise),
  )
  await page.user.click(page.getByRole('button', { name: 'Download all.zip' }))
  expect(await page.findByRole('progressbar', { name: 'Downloading all.zip' })).toBeTruthy()
  await page.user.click(page.getByRole('button', { name: 'Cancel the download of all.zip' }))
  resolve(bytes())
  expect(await page.findByRole('button', { name: 'Download all.zip' })).toBeTruthy()
  expect(save).not.toHaveBeenCalled()
})

test('plays a video with a five-minute link, and offers saving if the browser cannot play it', async () => {
  vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockImplementation((type) => (type === 'video/mp4' ? 'maybe' : ''))
  const downloadUrl = '/api/chat/attachments/file-9?signature=1'
  const page = show(fileOf('lesson.mp4', 'video/mp4'), reply(linkCall, { downloadUrl, expiresAt: '2126-11-22T05:30:00.000Z' }))
  expect(page.asked()).toEqual([])
  await page.user.click(page.getByRole('button', { name: 'Play lesson.mp4' }))
  const player = await page.findByLabelText('Player for lesson.mp4')
  expect([player.tagName, player.getAttribute('src'), player.hasAttribute('controls')]).toEqual(['VIDEO', downloadUrl, true])
  page.unmount()
  const other = show(fileOf('voice.amr', 'audio/amr'))
  expect(other.getByText('This browser cannot play this file. Download it to open it in another app.')).toBeTruthy()
  expect(other.getByRole('button', { name: 'Download voice.amr' })).toBeTruthy()
})

test('replaces an expired link of a video, and continues at the same position', async () => {
  vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('maybe')
  let links = 0
  const page = show(
    fileOf('lesson.mp4', 'video/mp4'),
    reply(linkCall, () => ({
      downloadUrl: `/link-${++links}`,
      expiresAt: links === 1 ? '2020-01-01T00:00:00.000Z' : '2126-01-01T00:00:00.000Z',
    })),
  )
  await page.user.click(page.getByRole('button', { name: 'Play lesson.mp4' }))
  const player = (await page.findByLabelText('Player for lesson.mp4')) as HTMLVideoElement
  player.currentTime = 42
  act(() => void player.dispatchEvent(new Event('error')))
  await waitFor(() => expect(player.getAttribute('src')).toBe('/link-2'))
  player.currentTime = 0
  act(() => void player.dispatchEvent(new Event('loadedmetadata')))
  expect(player.currentTime).toBe(42)
  act(() => void player.dispatchEvent(new Event('error')))
  expect(await page.findByText('This could not be played. Try again, or download it.')).toBeTruthy()
  expect(page.getByRole('button', { name: 'Retry' })).toBeTruthy()
})

test('opens a PDF in the reader', async () => {
  const page = show(fileOf('plan.pdf', 'application/pdf'))
  expect(page.getByText('PDF · 2 kB')).toBeTruthy()
  expect(page.getByRole('button', { name: 'Open' })).toBeTruthy()
})

test('cancels a download at the end of the session', async () => {
  const save = vi.spyOn(downloads, 'saveFile').mockImplementation(() => {})
  const { promise, resolve } = Promise.withResolvers<Blob>()
  const page = show(
    fileOf('all.zip', 'application/zip'),
    reply(fileCall, () => promise),
  )
  await page.user.click(page.getByRole('button', { name: 'Download all.zip' }))
  await page.findByRole('progressbar', { name: 'Downloading all.zip' })
  act(() => signOut())
  resolve(bytes())
  expect(await page.findByRole('button', { name: 'Download all.zip' })).toBeTruthy()
  expect([save.mock.calls, page.queryByText('Failed to download the file')]).toEqual([[], null])
})

test('an animation can be paused, and is paused automatically with reduced motion', async () => {
  const attachment = pictureOf('wave.gif', { mediaType: 'image/gif' })
  const page = show(attachment, reply(previewCall, bytes()), reply(fileCall, bytes('frames', 'image/gif')))
  page.comeNear()
  await waitFor(() => expect(page.container.querySelector('img')).not.toBeNull())
  const still = page.container.querySelector('img')?.getAttribute('src')
  await openPicture(page, 'wave.gif')
  const shown = () => page.getByRole('img', { name: 'Picture: wave.gif' }).getAttribute('src')
  await waitFor(() => expect(shown()).not.toBe(still))
  await page.user.click(page.getByRole('button', { name: 'Pause the animation' }))
  expect(shown()).toBe(still)
  await page.user.click(page.getByRole('button', { name: 'Close' }))
  document.documentElement.setAttribute('data-reduce-motion', '')
  await openPicture(page, 'wave.gif')
  await page.findByRole('button', { name: 'Play the animation' })
  expect(shown()).toBe(still)
  document.documentElement.removeAttribute('data-reduce-motion')
})
