import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { commonErrors } from '#contract/errors.ts'
import { extractionApi, type FoundInDocument } from '#library/extraction/extraction.contract.ts'
import { marksApi } from '#library/marks/marks.contract.ts'
import { type FakeReply, refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { PdfReader } from '../PdfReader.tsx'
import type { Pdf } from '../pdf.ts'

beforeEach(() => {
  // jsdom has no layout: the viewport is two pages high.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(1200)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(424)
  vi.stubGlobal('scrollTo', () => undefined)
  Element.prototype.scrollIntoView = () => undefined
})

const pages = ['Light', 'nothing', 'light and light', '', '', '', '', '', 'twilight']

/** A document that records the pages whose text was requested. */
const givenPdf = () => {
  const read: number[] = []
  const textOf = async (page: number) => {
    read.push(page)
    return pages[page - 1] ?? ''
  }
  const pdf: Pdf = {
    pageCount: 9,
    firstPage: { width: 400, height: 560 },
    sizeOf: async () => ({ width: 400, height: 560 }),
    paint: async () => undefined,
    textOf,
    layText: async () => ({ text: 'a page', starts: [0], elements: [] }),
    outline: async () => [],
    pageOf: async () => 1,
    placeOf: async () => ({ page: 1, share: 0 }),
    faultOf: () => undefined,
    release: () => undefined,
    close: () => undefined,
  }
  return { pdf, read }
}

const show = async (answer: FakeReply, typed: string) => {
  const { pdf, read } = givenPdf()
  const rendered = renderPage(
    <PdfReader
      title="Light"
      documentId="optics"
      start={{ page: 1, continued: false }}
      onPage={() => undefined}
      onPainted={() => undefined}
      onFailed={() => undefined}
      {...{ pdf }}
    />,
    { as: 'student', replies: [answer, reply(marksApi.list, { items: [], hasMore: false })] },
  )
  const scroller = screen.getByRole('region', { name: 'Pages of Light' })
  // Scrolls and fires the event, as a browser does.
  scroller.scrollTo = ((to: ScrollToOptions) => {
    scroller.scrollTop = to.top ?? 0
    scroller.dispatchEvent(new Event('scroll'))
  }) as typeof scroller.scrollTo
  await rendered.user.click(screen.getByRole('button', { name: 'Find in document' }))
  await rendered.user.type(screen.getByRole('textbox', { name: 'Find in document' }), typed)
  return { ...rendered, read }
}

const found = (answer: Partial<FoundInDocument>) => reply(extractionApi.findInDocument, { text: 'ready', total: 0, pages: [], ...answer })

test('the server counts the matches, the first is shown, and no page is read for it', async () => {
  const { user, calls, read } = await show(found({ total: 17, pages: [{ page: 9, count: 17 }] }), ' LIGHT ')
  expect(await screen.findByText('1 of 17')).toBeTruthy()
  expect(await screen.findByRole('group', { name: 'Page 9 of 9' })).toBeTruthy()
  const searches = calls.filter(({ endpoint }) => endpoint.path !== marksApi.list.path)
  expect(searches.map(({ received: { params, query } }) => [params.id, query.q])).toEqual([['optics', 'LIGHT']])
  await user.keyboard('{Enter}{Enter}')
  expect(screen.getByText('3 of 17')).toBeTruthy()
  expect(read).toEqual([])
})

test('opens a page that matches only in the server’s text, and says so', async () => {
  await show(found({ total: 1, pages: [{ page: 9, count: 1 }] }), 'light')
  const page = await screen.findByRole('group', { name: 'Page 9 of 9' })
  expect((await screen.findByText('There is a match on this page, but its place cannot be marked.')).parentElement).toBe(page)
  expect(screen.getByText('1 of 1')).toBeTruthy()
})

test('reports that nothing was found without reading a page', async () => {
  const { read } = await show(found({}), 'zebra')
  expect(await screen.findByText('No matches')).toBeTruthy()
  expect(read).toEqual([])
})

test('reports that a scan has no text', async () => {
  const { read } = await show(found({ text: 'none' }), 'light')
  expect(await screen.findByText(/^This document is made of pictures/)).toBeTruthy()
  expect(read).toEqual([])
})

test.each([
  ['its text has not been extracted yet', found({ text: 'pending' })],
  ['its text could not be extracted', found({ text: 'unavailable' })],
  ['the server cannot be asked', reply(extractionApi.findInDocument, refuse(commonErrors.tooMany))],
])('searches the file itself if %s', async (_, answer) => {
  const { read } = await show(answer, 'light')
  expect(await screen.findByText('1 of 4')).toBeTruthy()
  expect(read).toHaveLength(9)
})

test('searches the file itself for Hindi that it may store with gaps, which the server’s text lacks', async () => {
  const { read } = await show(found({}), 'विद्यार्थी')
  await waitFor(() => expect(read).toHaveLength(9))
  expect(await screen.findByText('No matches')).toBeTruthy()
})

test('ignores pages that do not exist in the opened file', async () => {
  const more = found({
    total: 5,
    pages: [
      { page: 2, count: 2 },
      { page: 10, count: 3 },
    ],
  })
  await show(more, 'light')
  expect(await screen.findByText('1 of 2')).toBeTruthy()
})
