import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { commonErrors } from '#contract/errors.ts'
import { documentsApi } from '#library/documents/documents.contract.ts'
import { extractionApi, type TextHit } from '#library/extraction/extraction.contract.ts'
import { prepareViewer } from '#library/reading/web/readerCode.ts'
import { refuse, reply } from '#web/testing/fakeServer.ts'
import { document, everythingInView, history, libraryOf, page, physics, show } from './testing/library.tsx'

beforeAll(prepareViewer)
beforeEach(everythingInView)

const optics = document('optics', 'Optics', physics)
const waves = document('waves', 'Waves', null)
const rome = document('rome', 'Rome', history)
const library = libraryOf(optics, waves, rome)
const hit = (of: TextHit['document'], at: number): TextHit => ({ document: of, page: at, snippet: 'a lens' })

const inside = (...items: TextHit[]) => reply(extractionApi.searchText, page(items))
const counted = (total: number, byCategory: { category: string | null; count: number }[] = []) =>
  reply(extractionApi.countMatches, { total, isExact: true, byCategory })
const tools = ['Collapse All', 'Expand All'] as const

test('one count includes the matches in titles and in texts', async () => {
  const { calls } = show('student', [...library, inside(hit(waves, 3), hit(optics, 12)), counted(2)], '/documents?q=lens')
  expect(await screen.findByText('Found 2 documents matching "lens"')).toBeTruthy()
  expect(screen.queryByText(/No documents found/)).toBeNull()
  expect(calls.find(({ endpoint }) => endpoint === extractionApi.countMatches)?.received.query).toEqual({ q: 'lens' })
})

test('says "at least" if not all matches were counted', async () => {
  const few = reply(extractionApi.countMatches, { total: 1_000, isExact: false, byCategory: [] })
  show('student', [...library, inside(hit(waves, 3)), few], '/documents?q=lens')
  expect(await screen.findByText('Found at least 1,000 documents matching "lens"')).toBeTruthy()
})

test('the count waits for both kinds, but the matches in titles do not', async () => {
  show('student', [...library, reply(extractionApi.countMatches, () => new Promise(() => undefined))], '/documents?q=optics')
  expect(await screen.findByRole('button', { name: 'Optics' })).toBeTruthy()
  expect(screen.getByText('Searching…')).toBeTruthy()
})

test('shows the number of matches in titles if the total cannot be counted', async () => {
  show('student', [...library, reply(extractionApi.countMatches, refuse(commonErrors.tooMany))], '/documents?q=optics')
  expect(await screen.findByText('Found 1 document matching "optics"')).toBeTruthy()
})

test('matches in texts come first if no title matches, with one line about titles below', async () => {
  show('student', [...library, inside(hit(waves, 3)), counted(1)], '/documents?q=lens')
  const list = await screen.findByRole('list', { name: 'Matches inside documents' })
  expect(screen.queryByRole('region', { name: 'Titles and categories' })).toBeNull()
  const note = screen.getByText('No title or category matches.')
  expect(list.compareDocumentPosition(note) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

test('matches in titles come first if there are any', async () => {
  show('student', [...library, inside(hit(waves, 3)), counted(2, [{ category: 'physics', count: 1 }])], '/documents?q=optics')
  const list = await screen.findByRole('list', { name: 'Matches inside documents' })
  const titles = screen.getByRole('region', { name: 'Titles and categories' })
  expect(titles.compareDocumentPosition(list) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

test('an empty category with a matching name counts as a match in titles', async () => {
  const empty = libraryOf(optics, waves)
  show('student', [...empty, inside(hit(waves, 3)), counted(1)], '/documents?q=hist')
  expect(await screen.findByText('No documents in this category')).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Titles and categories' })).toBeTruthy()
})

test('says only once that nothing was found', async () => {
  show('student', [...library, inside(), counted(0)], '/documents?q=zebra')
  expect(await screen.findByText('No documents found')).toBeTruthy()
  expect(screen.getByText('Found 0 documents matching "zebra"')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Inside documents' })).toBeNull()
})

test('while searching, the tools of the tree are behind one button', async () => {
  const { user } = show('student', library)
  for (const name of tools) expect(await screen.findByRole('button', { name })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'List options' })).toBeNull()
  await user.fill(screen.getByRole('searchbox'), 'optics')
  const unfold = await screen.findByRole('button', { name: 'List options', expanded: false })
  for (const name of tools) expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByRole('radio', { name: 'Covers' })).toBeNull()

  await user.click(unfold)
  expect(screen.getByRole('radio', { name: 'Covers' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Collapse All' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Optics' })).toBeNull())

  await user.clear(screen.getByRole('searchbox'))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'List options' })).toBeNull())
  for (const name of tools) expect(screen.getByRole('button', { name })).toBeTruthy()
})

test('branches show the total number of their matches, even before all are loaded', async () => {
  const first = { items: [optics], nextCursor: 'more', total: 260 }
  const replies = [
    ...library,
    reply(documentsApi.list, first),
    counted(260, [
      { category: 'physics', count: 250 },
      { category: null, count: 10 },
    ]),
  ]
  show('student', replies, '/documents?q=opt')
  const tree = await screen.findByRole('list', { name: 'Documents by category' })
  expect(await within(tree).findByRole('button', { name: /^Science.*250 documents$/ })).toBeTruthy()
  expect(within(tree).getByRole('button', { name: /^Physics.*250 documents$/ })).toBeTruthy()
})

test('a deletion optimistically reduces the count', async () => {
  const replies = [
    ...library,
    counted(1, [{ category: 'physics', count: 1 }]),
    reply(documentsApi.remove, () => new Promise(() => undefined)),
  ]
  const { user } = show('admin', replies, '/documents?q=optics')
  expect(await screen.findByText('Found 1 document matching "optics"')).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Delete Optics' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Found 0 documents matching "optics"')).toBeTruthy()
})
