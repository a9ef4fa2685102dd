import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '#web/testing/renderPage.tsx'
import type { OutlineItem } from './outline.ts'
import { PdfReader } from './PdfReader.tsx'
import type { Pdf } from './pdf.ts'
import { sidePanel } from './useSidePanel.tsx'

/** Treats every element as visible. */
class InView {
  readonly #tell: IntersectionObserverCallback
  constructor(tell: IntersectionObserverCallback) {
    this.#tell = tell
  }
  observe() {
    this.#tell([{ isIntersecting: true } as IntersectionObserverEntry], this as never)
  }
  disconnect() {}
}

beforeAll(sidePanel.load)
beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', InView)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(1200)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(424)
})

const item = (title: string, dest: unknown, items: OutlineItem[] = []): OutlineItem => ({ title, dest, items })
const book = [item('Preface', 1), item('Part one', 3, [item('Light', 3), item('Shade', 5)]), item('Lost', 'nowhere'), item('', 9)]

const pdfWith = (outline: Pdf['outline']): Pdf => ({
  pageCount: 9,
  firstPage: { width: 400, height: 560 },
  sizeOf: async () => ({ width: 400, height: 560 }),
  paint: async () => undefined,
  textOf: async () => '',
  layText: async () => ({ text: '', starts: [], elements: [] }) as never,
  outline,
  pageOf: async (dest) => {
    if (typeof dest !== 'number') throw new Error('Nowhere')
    return dest
  },
  placeOf: async (dest) => ({ page: Number(dest), share: 0.5 }),
  faultOf: () => undefined,
  release: () => undefined,
  close: () => undefined,
})

const show = async (outline: Pdf['outline']) => {
  const rendered = renderPage(
    <PdfReader
      pdf={pdfWith(outline)}
      title="Light"
      start={{ page: 1, continued: false }}
      onPage={() => undefined}
      onPainted={() => undefined}
      onFailed={() => undefined}
    />,
    { as: 'student' },
  )
  const scrollTo = vi.fn()
  screen.getByRole('region', { name: 'Pages of Light' }).scrollTo = scrollTo
  await rendered.user.click(screen.getByRole('button', { name: 'Show pages, contents and notes' }))
  await rendered.user.click(await screen.findByRole('tab', { name: 'Contents' }))
  return { ...rendered, scrollTo }
}
const contents = async () => within(await screen.findByRole('navigation', { name: 'Contents' }))

test('lists the chapters with their pages, and marks the current one', async () => {
  await show(async () => book)
  const list = await contents()
  const shade = await list.findByRole('button', { name: 'Shade, page 5' })
  // Screen readers read one sentence; the screen shows a title and a number.
  expect(within(shade).getByText('5').closest('[aria-hidden]')).toBeTruthy()
  expect(list.getByRole('button', { name: 'Untitled, page 9' })).toBeTruthy()
  expect(list.getByRole<HTMLButtonElement>('button', { name: 'Lost' }).disabled).toBe(true)
  await waitFor(() => expect(list.getByRole('button', { name: 'Preface, page 1' }).getAttribute('aria-current')).toBe('location'))
})

test('a chapter opens its place on its page', async () => {
  const { user, scrollTo } = await show(async () => book)
  await user.click(await (await contents()).findByRole('button', { name: 'Shade, page 5' }))
  // Four pages of 560 with gaps of 12 above, and half of the fifth.
  await waitFor(() => expect(scrollTo).toHaveBeenCalledWith({ top: 4 * 572 + 280 }))
  expect(screen.getByRole('tab', { name: 'Contents' })).toBeTruthy()
})

test('chapters collapse by button and by keys, and arrow keys move through the list', async () => {
  const { user } = await show(async () => book)
  const list = await contents()
  await user.click(list.getByRole('button', { name: 'Hide what is in Part one' }))
  expect(list.queryByRole('button', { name: /^Light/ })).toBeNull()
  list.getByRole('button', { name: /^Part one/ }).focus()
  await user.keyboard('{ArrowRight}{ArrowDown}')
  await waitFor(() => expect(document.activeElement).toBe(list.getByRole('button', { name: /^Light/ })))
  await user.keyboard('{End}')
  await waitFor(() => expect(document.activeElement).toBe(list.getByRole('button', { name: /^Untitled/ })))
})

test('a long outline is collapsed, except for the path to the current chapter', async () => {
  const pageOf = (part: number) => (part === 0 ? 1 : 9)
  const parts = Array.from({ length: 40 }, (_, at) => item(`Part ${at}`, pageOf(at), [item(`Chapter ${at}`, pageOf(at))]))
  await show(async () => parts)
  const list = await contents()
  expect(await list.findByRole('button', { name: 'Chapter 0, page 1' })).toBeTruthy()
  expect(list.queryByRole('button', { name: /^Chapter 30/ })).toBeNull()
})

test('says that a document has no contents, and Escape closes the panel', async () => {
  const { user } = await show(async () => [])
  expect(await screen.findByText('This document has no table of contents.')).toBeTruthy()
  screen.getByRole('tab', { name: 'Contents' }).focus()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('tab')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Pages of Light' })))
})

test('contents that fail to load can be retried', async () => {
  let fails = true
  const { user } = await show(async () => {
    if (fails) throw new Error('Broken')
    return book
  })
  expect(await screen.findByText('The contents could not be loaded.')).toBeTruthy()
  fails = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await (await contents()).findByRole('button', { name: /^Preface/ })).toBeTruthy()
})
