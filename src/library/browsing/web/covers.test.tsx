import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { commonErrors } from '#contract/errors.ts'
import { documentsApi } from '#library/documents/documents.contract.ts'
import { extractionApi, type TextHit } from '#library/extraction/extraction.contract.ts'
import { prepareViewer } from '#library/reading/web/readerCode.ts'
import { refuse, reply } from '#web/testing/fakeServer.ts'
import { document as documentOf, everythingInView, history, libraryOf, page, physics, show } from './testing/library.tsx'

beforeAll(prepareViewer)
beforeEach(everythingInView)

const document: typeof documentOf = (_id, title, category, more) =>
  documentOf(_id, title, category, { fileType: 'application/x-unknown', ...more })

const documents = [
  document('optics', 'Optics', physics, { coverUrl: '/api/document/optics/cover?day=1' }),
  document('rome', 'Rome', history),
  document('loose', 'भौतिक विज्ञान', null),
]
const library = libraryOf(...documents)
const choose = async (view: 'Tree' | 'Covers') => screen.findByRole('radio', { name: view })
const covers = () => screen.findByRole('list', { name: 'Documents as covers' })

const showCovers = async (...given: Parameters<typeof show>) => {
  const shown = show(...given)
  await shown.user.click(await choose('Covers'))
  return shown
}

test('covers have title and category, newest first, and a press opens one', async () => {
  const { user, address } = await showCovers('student', library)
  const cards = within(await covers()).getAllByRole('listitem')
  expect(cards.map((card) => card.textContent)).toEqual(['OpticsPhysics', 'PDFRomeHistory', 'PDFभौतिक विज्ञानUncategorized'])
  expect(within(await covers()).getAllByRole('button', { name: /^Add .+ to favorites$/ })).toHaveLength(3)
  expect(screen.queryByRole('button', { name: /^(View|Edit|Delete) / })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Rome' }))
  await waitFor(() => expect(address()).toBe('/documents?document=rome'))
})

test('covers have no buttons that expand and collapse branches', async () => {
  const { user } = await showCovers('student', library)
  await covers()
  expect(screen.getByText('3 documents available')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Expand All' })).toBeNull()
  await user.click(await choose('Tree'))
  expect(screen.getByRole('button', { name: 'Expand All' })).toBeTruthy()
})

test('an admin has View, Edit, Delete and a checkbox on each cover', async () => {
  const { user, address } = await showCovers('admin', library)
  const card = within(within(await covers()).getAllByRole('listitem')[1] as HTMLElement)
  expect(card.queryByRole('button', { name: 'Rome' })).toBeNull()
  expect(card.getByRole('button', { name: 'Edit Rome' })).toBeTruthy()
  expect(card.getByRole('button', { name: 'Delete Rome' })).toBeTruthy()
  await user.click(card.getByRole('checkbox', { name: 'Select Rome' }))
  expect(within(await screen.findByRole('region', { name: 'Selected documents' })).getByText('1 selected')).toBeTruthy()
  await user.click(card.getByRole('button', { name: 'View Rome' }))
  await waitFor(() => expect(address()).toBe('/documents?document=rome'))
})

test('the view can be chosen by keyboard and is remembered for the person', async () => {
  const first = show('student', library)
  const tree = await choose('Tree')
  tree.focus()
  await first.user.keyboard('{ArrowRight}')
  expect(await covers()).toBeTruthy()
  expect(screen.getByRole('group', { name: 'Show as' })).toBeTruthy()
  first.unmount()
  show('student', library)
  expect(await covers()).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Documents by category' })).toBeNull()
})

test('a search shows its matches as covers, and matches in texts below', async () => {
  const hit: TextHit = { document: document('waves', 'Waves', physics), page: 2, snippet: 'an opt' }
  const { user } = await showCovers('student', [...library, reply(extractionApi.searchText, page([hit]))])
  await user.fill(screen.getByRole('searchbox'), 'opt')
  expect(await screen.findByText('Found 1 document matching "opt"')).toBeTruthy()
  const found = within(await covers()).getAllByRole('listitem')
  expect(found.map((card) => card.textContent)).toEqual(['OpticsPhysics'])
  expect(within(await covers()).getByText('Opt').tagName).toBe('MARK')
  expect(await screen.findByRole('list', { name: 'Matches inside documents' })).toBeTruthy()
})

test('says that a search has no matches', async () => {
  const { user } = await showCovers('student', library)
  await user.fill(screen.getByRole('searchbox'), 'zzz')
  expect(await screen.findByText('No documents found')).toBeTruthy()
})

test('covers that fail to load can be retried', async () => {
  let tries = 0
  const failing = reply(documentsApi.list, () => {
    tries += 1
    return tries === 1 ? refuse(commonErrors.notFound) : page(documents)
  })
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  const { user } = await showCovers('student', [...library, failing])
  await user.click(await screen.findByRole('button', { name: 'Retry' }))
  expect(within(await covers()).getAllByRole('listitem')).toHaveLength(3)
})

test('renders only the visible ones of many covers', async () => {
  const many = Array.from({ length: 300 }, (_, index) => document(`d${index}`, `Book ${index}`, null))
  await showCovers('student', [...library, reply(documentsApi.list, page(many))])
  const list = await covers()
  await waitFor(() => expect(within(list).getAllByRole('listitem').length).toBeGreaterThan(0))
  const cards = within(list).getAllByRole('listitem')
  expect(cards.length).toBeLessThan(200)
  expect(cards[0]?.getAttribute('aria-setsize')).toBe('300')
})

test('says that a library has no documents, among covers too', async () => {
  await showCovers('student', libraryOf())
  expect(await screen.findByText('No documents found')).toBeTruthy()
})
