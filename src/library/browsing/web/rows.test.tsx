import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { categoriesApi } from '#library/categories/categories.contract.ts'
import { documentsApi } from '#library/documents/documents.contract.ts'
import { typeLabel } from '#library/reading/web/documentType.ts'
import { setTimeZone } from '#web/api/timeZone.ts'
import { reply } from '#web/testing/fakeServer.ts'
import { document, everythingInView, libraryOf, node, page, physics, show } from './testing/library.tsx'

beforeEach(everythingInView)

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const pictures = () => [...globalThis.document.querySelectorAll('img')]
const open = async (...documents: ReturnType<typeof document>[]) => {
  const shown = show('student', libraryOf(...documents))
  await shown.user.click(await screen.findByRole('button', { name: 'Expand All' }))
  await screen.findByText(documents[0]?.title ?? '')
  return shown
}

test.each([
  ['application/pdf', 'a.pdf', 'PDF'],
  [word, 'a.docx', 'DOCX'],
  ['text/markdown', 'notes', 'MD'],
  ['application/octet-stream', 'model.Blend', 'BLEND'],
  ['application/octet-stream', 'no ending', undefined],
  ['constructor', 'a.thisIsNoEnding', undefined],
])('a file of type %s called %s is labelled %s', (fileType, fileName, label) => {
  expect(typeLabel({ fileType, fileName })).toBe(label)
})

test.each([
  ['Asia/Kolkata', '1 Sep 2026'],
  ['America/New_York', '31 Aug 2026'],
])('shows dates in the hall’s time zone, in any time zone of the reader: %s', async (zone, date) => {
  setTimeZone(zone)
  await open(document('optics', 'Optics', physics, { createdAt: '2026-08-31T19:00:00.000Z' }))
  // Short values contain non-breaking spaces.
  expect(screen.getByText(new RegExp(date.replaceAll(' ', '\\s')))).toBeTruthy()
})

test('a row shows its cover, its pages and, except for a PDF, its type', async () => {
  await open(
    document('optics', 'Optics', physics, { pages: 12, coverUrl: '/api/document/optics/cover?day=1&signature=x' }),
    document('letter', 'A letter', physics, { fileType: word, fileName: 'letter.docx', pages: 1 }),
  )
  const [cover, ...others] = pictures()
  expect(cover?.getAttribute('src')).toBe('/api/document/optics/cover?day=1&signature=x')
  expect([cover?.getAttribute('alt'), cover?.getAttribute('loading'), cover?.getAttribute('width')]).toEqual(['', 'lazy', '40'])
  expect(others).toEqual([])
  // A narrow line breaks after a dot, never within a date or a size.
  expect(screen.getByText(/^12 pages · /).textContent).toBe('12\u00a0pages\u00a0· 21\u00a0Nov\u00a02026\u00a0· 2\u00a0kB')
  expect(screen.getByText(/1 page · /).textContent).toContain('DOCX')
})

test('replaces a cover that fails to load by a drawn page', async () => {
  await open(document('optics', 'Optics', physics, { coverUrl: '/api/gone' }))
  const [cover] = pictures()
  fireEvent.error(cover as HTMLElement)
  expect(pictures()).toEqual([])
  expect(screen.getByText('PDF')).toBeTruthy()
})

test('a category shows its picture', async () => {
  const science = node({ _id: 'science', name: 'Science', imagePublicUrl: '/api/category/science/image/abc' })
  show('student', [...libraryOf(), reply(categoriesApi.tree, { items: [science], uncategorizedCount: 0, total: 1 })])
  await screen.findByRole('button', { name: /^Science/ })
  expect(pictures().map((each) => each.getAttribute('src'))).toEqual(['/api/category/science/image/abc'])
})

test('loads the documents of an open branch near the viewport, and removes them far from it', async () => {
  const watched = new Map<Element, (entries: object[]) => void>()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly tell: (entries: object[]) => void
      constructor(tell: (entries: object[]) => void) {
        this.tell = tell
      }
      observe(element: Element) {
        watched.set(element, this.tell)
      }
      disconnect() {}
    },
  )
  const move = (isIntersecting: boolean) => {
    for (const tell of watched.values()) tell([{ isIntersecting, boundingClientRect: { height: 150 } }])
  }
  const { user, calls } = show('student', libraryOf(document('optics', 'Optics', physics), document('waves', 'Waves', physics)))
  await user.click(await screen.findByRole('button', { name: 'Expand All' }))
  const isAsked = () => calls.some(({ endpoint, received }) => endpoint === documentsApi.list && received.query.category !== undefined)
  expect(isAsked()).toBe(false)
  move(true)
  const row = await screen.findByText('Waves')
  const space = row.closest('ul')?.parentElement as HTMLElement
  move(false)
  await waitFor(() => expect(screen.queryByText('Waves')).toBeNull())
  expect(space.style.height).toBe('150px')
  move(true)
  expect(await screen.findByText('Waves')).toBeTruthy()
})

test('loads more matches only on a press, so that the content below can be reached', async () => {
  const all = Array.from({ length: 3 }, (_, index) => document(`d${index}`, `Optics ${index}`, physics))
  const replies = [
    ...libraryOf(...all),
    reply(documentsApi.list, ({ query: { cursor } }) =>
      cursor ? { ...page(all.slice(2)), total: 3 } : { items: all.slice(0, 2), nextCursor: 'more', total: 3 },
    ),
  ]
  const { user } = show('student', replies, '/documents?q=optics')
  expect(await screen.findByRole('button', { name: 'Optics 1' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Optics 2' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Load more' }))
  expect(await screen.findByRole('button', { name: 'Optics 2' })).toBeTruthy()
})
