import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '#web/testing/renderPage.tsx'
import { PdfReader } from './PdfReader.tsx'
import type { Pdf } from './pdf.ts'

beforeEach(() => {
  // jsdom has no layout: the viewport is two pages high.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(1200)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(424)
})

/** A document of small A4 pages, some of which cannot be painted. */
const pdfWhere = (isPaintable: (page: number) => boolean, more: Partial<Pdf> = {}): Pdf => ({
  pageCount: 9,
  firstPage: { width: 400, height: 560 },
  sizeOf: async () => ({ width: 400, height: 560 }),
  paint: async (page) => {
    if (!isPaintable(page)) throw new Error('A bad page')
  },
  textOf: async () => '',
  layText: async () => ({ text: '', starts: [], elements: [] }) as never,
  outline: async () => [],
  pageOf: async () => 1,
  placeOf: async () => ({ page: 1, share: 0 }),
  faultOf: () => undefined,
  release: () => undefined,
  close: () => undefined,
  ...more,
})

const show = (pdf: Pdf) => {
  const [onPainted, onFailed] = [vi.fn(), vi.fn()]
  renderPage(
    <PdfReader pdf={pdf} title="Light" start={{ page: 1, continued: false }} onPage={() => undefined} {...{ onPainted, onFailed }} />,
    { as: 'student' },
  )
  return { onPainted, onFailed }
}

const pageOf = (page: number) => screen.findByRole('group', { name: `Page ${page} of 9` })

test('shows an error in place of a page that fails, and the others can be read', async () => {
  const sizeOf = (page: number) => (page === 2 ? Promise.reject(new Error('No such page')) : Promise.resolve({ width: 400, height: 560 }))
  const { onPainted, onFailed } = show(pdfWhere(() => true, { sizeOf }))
  await waitFor(() => expect(onPainted).toHaveBeenCalled())
  expect((await pageOf(2)).textContent).toBe('This page could not be shown.')
  expect((await pageOf(1)).querySelector('canvas')).toBeTruthy()
  expect(onFailed).not.toHaveBeenCalled()
})

test('a document is available while any of its pages can be painted, even if no visible one can', async () => {
  const { onPainted, onFailed } = show(pdfWhere((page) => page === 9))
  await waitFor(() => expect(onPainted).toHaveBeenCalled())
  expect(await screen.findAllByText('This page could not be shown.')).toHaveLength(4)
  expect(onFailed).not.toHaveBeenCalled()
})

test('a document without any paintable page is unavailable', async () => {
  const { onPainted, onFailed } = show(pdfWhere(() => false))
  await waitFor(() => expect(onFailed).toHaveBeenCalledOnce())
  expect(onPainted).not.toHaveBeenCalled()
})

test('only a page whose pictures cannot be decoded shows a note', async () => {
  show(pdfWhere(() => true, { faultOf: (page) => (page === 2 ? 'pictures' : undefined) }))
  const note = await screen.findByRole('note')
  expect(note.textContent).toBe('Pictures on this page could not be shown.')
  expect(note.parentElement).toBe(await pageOf(2))
})
