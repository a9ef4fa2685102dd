import { act, fireEvent, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { MB } from '#contract/limits.ts'
import { CallError } from '#web/api/callError.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { attachmentLimits } from '../attachments.contract.ts'
import { Attach } from './Attach.tsx'
import { watchAddresses } from './testing/attachments.ts'

const fileOf = (name: string, size = 5, type = 'text/plain'): File => {
  const file = new File([new Uint8Array(Math.min(size, 100))], name, { type })
  Object.defineProperty(file, 'size', { value: size })
  return file
}

/** A file that says at its beginning that it is a PNG of 4,000 × 3,000 pixels. */
const photoOf = (name: string): File => {
  const head = new DataView(new ArrayBuffer(100))
  for (const [at, byte] of [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a].entries()) head.setUint8(at, byte)
  head.setUint32(16, 4_000)
  head.setUint32(20, 3_000)
  return new File([head], name, { type: 'image/png' })
}

/** Counts the pictures that are painted; each waits until it is refused. */
const holdPaintings = (): (() => void)[] => {
  const refusals: (() => void)[] = []
  const decode = () => new Promise<never>((_, refuse) => refusals.push(() => refuse(new Error('This is not a picture'))))
  vi.stubGlobal('createImageBitmap', decode)
  const context = { fillRect: () => {}, getImageData: () => ({ data: [0x20, 0x40, 0x60, 0xff] }) }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
  return refusals
}

const show = (onSend: (file: File, caption: string) => Promise<void> = async () => {}, isEncrypted = false) => {
  const open = watchAddresses()
  const sent: string[] = []
  const send = async (file: File, caption: string) => {
    await onSend(file, caption)
    sent.push(file.name)
  }
  const page = renderPage(
    <>
      <input aria-label="Message" />
      <Attach conversation={{ _id: 'c1', name: 'Binod', isEncrypted }} onSend={send} />
      <div role="dialog" aria-label="Another">
        <input aria-label="Elsewhere" />
      </div>
    </>,
    { as: 'student' },
  )
  const input = page.container.querySelector('input[type=file]') as HTMLInputElement
  const choose = async (...files: File[]) => page.user.upload(input, files)
  const names = async () =>
    within(await page.findByRole('list', { name: 'Chosen files' }))
      .getAllByRole('listitem')
      .map((item) => item.querySelector('[dir]')?.textContent)
  return { ...page, open, sent, choose, names }
}

const paste = (target: Element, files: File[], text = '') =>
  act(() => void fireEvent.paste(target, { clipboardData: { files, getData: () => text, types: ['Files'] } }))
const dragging = (files: File[]) => ({ dataTransfer: { files, types: ['Files'] } })

test('previews several files, removes some, and sends the rest in order', async () => {
  const page = show()
  await page.choose(fileOf('one.txt'), fileOf('two.png', 50, 'image/png'), fileOf('three.pdf'))
  expect(await page.findByRole('dialog', { name: 'Send 3 files' })).toBeTruthy()
  expect(page.getByText('To Binod')).toBeTruthy()
  expect([...page.open]).toHaveLength(1)
  await page.user.click(page.getByRole('button', { name: 'Remove one.txt' }))
  expect(await page.names()).toEqual(['two.png', 'three.pdf'])
  await page.user.click(page.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(page.sent).toEqual(['two.png', 'three.pdf']))
  await waitFor(() => expect(page.queryByRole('list', { name: 'Chosen files' })).toBeNull())
  expect([...page.open]).toEqual([])
})

test('makes a chosen photo smaller before Send is pressed, one after the other, and none that was removed', async () => {
  const painted = holdPaintings()
  const page = show()
  await page.choose(photoOf('one.png'), photoOf('two.png'), photoOf('three.png'))
  await vi.waitFor(() => expect(painted).toHaveLength(1))
  await page.user.click(page.getByRole('button', { name: 'Remove two.png' }))
  painted[0]?.()
  await vi.waitFor(() => expect(painted).toHaveLength(2))
  await page.user.click(page.getByRole('button', { name: 'Send' }))
  painted[1]?.()
  await waitFor(() => expect(page.sent).toEqual(['one.png', 'three.png']))
  expect(painted).toHaveLength(2)
})

test('sends the caption with the first file, by Enter too, and asks for a new one for the next files', async () => {
  const captions: string[] = []
  const page = show(async (_, caption) => void captions.push(caption))
  await page.choose(fileOf('one.txt'), fileOf('two.txt'))
  await page.user.type(await page.findByRole('textbox', { name: 'Caption (optional)' }), 'My notes{Enter}')
  await waitFor(() => expect(page.sent).toEqual(['one.txt', 'two.txt']))
  await page.choose(fileOf('three.txt'))
  await page.user.click(await page.findByRole('button', { name: 'Send' }))
  await waitFor(() => expect(captions).toEqual(['My notes', '', '']))
})

test('keeps the caption if the first file could not be taken', async () => {
  const page = show(() => Promise.reject(new Error('The storage of this device is full')))
  await page.choose(fileOf('one.txt'))
  const caption = await page.findByRole('textbox', { name: 'Caption (optional)' })
  await page.user.type(caption, 'My notes{Enter}')
  await page.findByRole('alert')
  expect((caption as HTMLInputElement).value).toBe('My notes')
})

test('rejects files larger than 25 MB, empty or unreadable before anything is sent', async () => {
  const page = show()
  const folder = fileOf('folder')
  folder.slice = () => ({ arrayBuffer: () => Promise.reject(new Error('not a file')) }) as unknown as Blob
  await page.choose(fileOf('film.mp4', 25 * MB + 1), fileOf('whole.mp4', 25 * MB), fileOf('empty.txt', 0), folder)
  expect(await page.names()).toEqual(['whole.mp4'])
  for (const problem of ['film.mp4 is larger than 25 MB', 'empty.txt is empty', 'folder could not be read'])
    expect(page.getByText(problem)).toBeTruthy()
  await page.user.click(page.getByRole('button', { name: 'Cancel' }))
  expect([page.queryByText('To Binod'), page.sent]).toEqual([null, []])
})

test('rejects a file that is too large once encrypted', async () => {
  const page = show(undefined, true)
  await page.choose(fileOf('film.mp4', 25 * MB - 15), fileOf('whole.mp4', 25 * MB - 16))
  expect(await page.names()).toEqual(['whole.mp4'])
  expect(page.getByText('film.mp4 is larger than 25 MB')).toBeTruthy()
})

test('hides the button if nothing can be sent', async () => {
  const page = show()
  await page.choose(fileOf('film.mp4', 25 * MB + 1))
  expect(await page.findByRole('dialog', { name: 'Send files' })).toBeTruthy()
  expect(page.queryByRole('button', { name: 'Send' })).toBeNull()
})

test.each([
  [-1, attachmentLimits.atOnce - 1, false],
  [0, attachmentLimits.atOnce, false],
  [1, attachmentLimits.atOnce, true],
])('as many as the limit and %i more are chosen at once', async (more, kept, isTold) => {
  const page = show()
  await page.choose(...Array.from({ length: attachmentLimits.atOnce + more }, (_, at) => fileOf(`${at}.txt`)))
  expect(await page.names()).toHaveLength(kept)
  expect(page.queryByText(`You can send up to ${attachmentLimits.atOnce} files at once`) !== null).toBe(isTold)
})

test('keeps a file that could not be sent and the rest, and shows the reason', async () => {
  let tries = 0
  const page = show(async ({ name }) => {
    if (name === 'two.txt' && ++tries === 1) throw new CallError(0, { code: 'full', message: 'This device has no room left.' }, false)
  })
  await page.choose(fileOf('one.txt'), fileOf('two.txt'), fileOf('three.txt'))
  await page.user.click(await page.findByRole('button', { name: 'Send' }))
  expect(await page.findByText('Failed to send attachment. This device has no room left.')).toBeTruthy()
  expect([await page.names(), page.sent]).toEqual([['two.txt', 'three.txt'], ['one.txt']])
  await page.user.click(page.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(page.sent).toEqual(['one.txt', 'two.txt', 'three.txt']))
})

test('chooses a pasted picture, but no text, and nothing pasted into another dialog', async () => {
  const page = show()
  const picture = fileOf('image.png', 50, 'image/png')
  paste(page.getByLabelText('Message'), [picture], 'A table, as words and as a picture')
  paste(page.getByLabelText('Elsewhere'), [picture])
  paste(page.getByLabelText('Message'), [])
  await act(async () => {})
  expect(page.queryByText('To Binod')).toBeNull()
  paste(page.getByLabelText('Message'), [picture])
  expect(await page.names()).toEqual(['image.png'])
})

test('shows a hint while files are dragged over the page, and chooses them when dropped', async () => {
  const page = show()
  const target = page.getByLabelText('Message')
  expect(fireEvent.dragOver(target, { dataTransfer: { types: ['text/plain'] } })).toBe(true)
  expect(page.queryByText('Drop files to send them to Binod')).toBeNull()
  expect(fireEvent.dragOver(target, dragging([]))).toBe(false)
  expect(page.getByText('Drop files to send them to Binod')).toBeTruthy()
  fireEvent.dragLeave(target, { relatedTarget: null })
  expect(page.queryByText('Drop files to send them to Binod')).toBeNull()
  expect(fireEvent.drop(target, dragging([fileOf('dropped.txt')]))).toBe(false)
  expect(await page.names()).toEqual(['dropped.txt'])
})

test('the button opens the file picker, for several files of any kind', async () => {
  const page = show()
  const input = page.container.querySelector('input[type=file]') as HTMLInputElement
  const click = vi.spyOn(input, 'click').mockImplementation(() => {})
  await page.user.click(page.getByRole('button', { name: 'Attach files' }))
  expect([click.mock.calls.length, input.multiple, input.accept]).toEqual([1, true, ''])
})
