import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { commonErrors } from '#contract/errors.ts'
import { documentsApi } from '#library/documents/documents.contract.ts'
import { extractionApi, type TextHit } from '#library/extraction/extraction.contract.ts'
import { prepareViewer } from '#library/reading/web/readerCode.ts'
import { refuse, reply } from '#web/testing/fakeServer.ts'
import { document, everythingInView, history, libraryOf, physics, show } from './testing/library.tsx'

beforeAll(prepareViewer)
beforeEach(everythingInView)

const optics = document('optics', 'Optics', physics, { fileType: 'application/x-unknown' })
const waves = document('waves', 'Waves', null)
const rome = document('rome', 'Rome', history)
const hit = (of: TextHit['document'], page: number, snippet: string): TextHit => ({ document: of, page, snippet })
const hits = [hit(optics, 12, 'where a lens bends the light'), hit(waves, 3, 'प्रकाश lens')]

const library = libraryOf(optics, waves, rome)
const found = (...items: TextHit[]) => [...library, reply(extractionApi.searchText, { items, nextCursor: null })]
const inside = () => screen.getByRole('region', { name: 'Inside documents' })
const titles = () => screen.getByRole('region', { name: 'Titles and categories' })

test('matches in texts are a separate group, with page, category and highlighted words', async () => {
  const { calls } = show('student', found(...hits), '/documents?q=light+len')
  const list = await screen.findByRole('list', { name: 'Matches inside documents' })
  const [first, second] = within(list).getAllByRole('listitem')
  expect(within(first as HTMLElement).getByText('Page 12 · Physics')).toBeTruthy()
  expect(within(second as HTMLElement).getByText('Page 3')).toBeTruthy()
  expect([...(first as HTMLElement).querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['lens', 'light'])
  expect(calls.find(({ endpoint }) => endpoint === extractionApi.searchText)?.received.query).toEqual({ q: 'light len' })
})

test.each(['student', 'admin'] as const)('%s opens a document at the matching page, and closing returns to the results', async (role) => {
  const { user, address } = show(role, found(...hits), '/documents?q=lens')
  await user.click(await screen.findByRole('button', { name: 'Optics, page 12' }))
  expect(await screen.findByRole('dialog', { name: 'Optics' })).toBeTruthy()
  expect(address()).toBe('/documents?q=lens&document=optics&page=12')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(address()).toBe('/documents?q=lens'))
})

test('does not search texts without a query', async () => {
  const { calls } = show('student', found(...hits))
  await screen.findByText('3 documents available')
  expect(screen.queryByRole('region', { name: 'Inside documents' })).toBeNull()
  expect(calls.some(({ endpoint }) => endpoint === extractionApi.searchText)).toBe(false)
})

test('shows matches in titles while texts are still being searched', async () => {
  show('student', [...library, reply(extractionApi.searchText, () => new Promise(() => undefined))], '/documents?q=optics')
  expect(await screen.findByRole('button', { name: 'Optics' })).toBeTruthy()
  expect(within(inside()).getByText('Loading…')).toBeTruthy()
})

test('shows matches in titles if the search in texts fails, which can be retried', async () => {
  let fails = true
  const replies = [
    ...library,
    reply(extractionApi.searchText, () => (fails ? refuse(commonErrors.tooMany) : { items: hits, nextCursor: null })),
  ]
  const { user } = show('student', replies, '/documents?q=optics')
  expect(await screen.findByRole('button', { name: 'Optics' })).toBeTruthy()
  expect(await within(inside()).findByText(commonErrors.tooMany.message)).toBeTruthy()
  fails = false
  await user.click(within(inside()).getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('button', { name: 'Optics, page 12' })).toBeTruthy()
})

test('says that no text matches, beside the matches in titles', async () => {
  show('student', found(), '/documents?q=optics')
  expect(await within(await screen.findByRole('region', { name: 'Inside documents' })).findByText(/^No document contains/)).toBeTruthy()
  expect(within(titles()).getByRole('button', { name: 'Optics' })).toBeTruthy()
})

test('offers a jump past the titles if both groups have matches', async () => {
  const { user } = show('student', found(...hits), '/documents?q=optics')
  Element.prototype.scrollIntoView = () => undefined
  await user.click(await screen.findByRole('button', { name: 'See matches inside documents' }))
  await waitFor(() => expect(globalThis.document.activeElement).toBe(screen.getByRole('heading', { name: 'Inside documents' })))
})

test('loads more matches when the end is reached', async () => {
  const replies = [
    ...library,
    reply(extractionApi.searchText, ({ query: { cursor } }) =>
      cursor === '1' ? { items: hits.slice(1), nextCursor: null } : { items: hits.slice(0, 1), nextCursor: '1' },
    ),
  ]
  show('student', replies, '/documents?q=lens')
  expect(await screen.findByRole('button', { name: 'Optics, page 12' })).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Waves, page 3' })).toBeTruthy()
})

test('a deleted document optimistically disappears from the matches', async () => {
  const replies = [...found(hit(optics, 1, 'Optics'), ...hits.slice(1)), reply(documentsApi.remove, () => new Promise(() => undefined))]
  const { user } = show('admin', replies, '/documents?q=optics')
  await screen.findByRole('button', { name: 'Optics, page 1' })
  await user.click(await screen.findByRole('button', { name: 'Delete Optics' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Optics, page 1' })).toBeNull())
  expect(screen.getByRole('button', { name: 'Waves, page 3' })).toBeTruthy()
})
