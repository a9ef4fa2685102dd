import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Role } from '#contract/actor.ts'
import { documentsApi } from '#library/documents/documents.contract.ts'
import { readingApi } from '#library/reading/reading.contract.ts'
import { prepareViewer } from '#library/reading/web/readerCode.ts'
import { refuse, reply } from '#web/testing/fakeServer.ts'
import { belowFirstRows } from './branches.ts'
import { document, everythingInView, history, libraryOf, page, physics, show, treeOf } from './testing/library.tsx'

beforeAll(prepareViewer)
beforeEach(everythingInView)

const many = Array.from({ length: 12 }, (_, index) =>
  document(`b${index}`, `Book ${index}`, physics, { fileType: 'application/x-unknown' }),
)
const begun = { ...(many[3] as (typeof many)[number]), page: 40, readAt: '2026-11-21T05:30:00.000Z' }
const rome = document('rome', 'Rome', history)
const listed = reply(documentsApi.list, ({ query: { search, category } }) =>
  page(
    [...many, rome].filter((each) => (search ? each !== rome : category === undefined ? each === rome : each.category?._id === category)),
  ),
)
const library = [...libraryOf(...many, rome), listed, reply(readingApi.unfinished, { items: [begun] })]
const onPhone = () => vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))

/** Returns whether one element precedes the other on the page. */
const isBefore = (one: Element, other: Element) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0

test('shows a student unfinished documents above the tree, with new ones beside them', async () => {
  const { user, address } = show('student', library)
  const reading = await screen.findByRole('region', { name: 'Continue reading' })
  expect(within(reading).getByText('Page 40')).toBeTruthy()
  const newest = screen.getByRole('region', { name: 'New' })
  expect(within(newest).getByRole('button', { name: 'Rome' })).toBeTruthy()
  expect(isBefore(reading, await screen.findByRole('list', { name: 'Documents by category' }))).toBe(true)
  await user.click(within(reading).getByRole('button', { name: /^Book 3\s?Page 40$/ }))
  await waitFor(() => expect(address()).toBe('/documents?document=b3'))
})

test('the accessible name of a started book contains the text on its cover', async () => {
  show('student', library)
  expect(await screen.findByRole('button', { name: 'Book 3 Page 40' })).toBeTruthy()
})

test('on a phone the shelf is below the first rows', async () => {
  onPhone()
  show('student', library)
  const newest = await screen.findByRole('region', { name: 'New' })
  const first = within(await screen.findByRole('list', { name: 'Documents in Physics' })).getAllByRole('listitem')
  expect(first).toHaveLength(2)
  expect(within(screen.getByRole('list', { name: 'More documents in Physics' })).getAllByRole('listitem')).toHaveLength(10)
  expect(isBefore(first.at(-1) as HTMLElement, newest)).toBe(true)
  expect(isBefore(newest, screen.getByRole('button', { name: /^History/ }))).toBe(true)
})

test('shows new documents to a student who has started none', async () => {
  show('student', [...libraryOf(...many), listed])
  expect(await screen.findByRole('region', { name: 'New' })).toBeTruthy()
  expect(screen.queryByText('Continue reading')).toBeNull()
})

test('new documents that failed to load can be retried', async () => {
  let tries = 0
  const failing = reply(documentsApi.list, ({ query: { category } }) => {
    if (category !== undefined) return page(many)
    tries += 1
    return tries === 1 ? refuse({ code: 'odd', status: 429, message: 'Too many attempts.' }) : page(many.slice(0, 8))
  })
  const { user } = show('student', [...library, failing])
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByText('Too many attempts.')).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Continue reading' })).toBeTruthy()
  await user.click(within(alert).getByRole('button', { name: 'Retry' }))
  expect(within(await screen.findByRole('region', { name: 'New' })).getAllByRole('listitem')).toHaveLength(8)
})

test.each<Role>(['manager', 'admin', 'superadmin'])('shows a %s no shelf', async (role) => {
  const { calls } = show(role, library)
  expect(await screen.findByText('Book 0')).toBeTruthy()
  expect(calls.some(({ endpoint }) => endpoint === readingApi.unfinished)).toBe(false)
})

test('a search has no shelf', async () => {
  show('student', library, '/documents?q=book')
  expect(await screen.findByText('Found 12 documents matching "book"')).toBeTruthy()
  expect(screen.queryByText('Continue reading')).toBeNull()
})

test('an empty library has no shelf', async () => {
  show('student', libraryOf())
  expect(await screen.findByText('No documents found')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'New' })).toBeNull()
})

const place = (documents: Parameters<typeof treeOf>[0], ...open: string[]) => belowFirstRows(treeOf(documents), (id) => open.includes(id))

test('the shelf follows a branch that ends soon, and splits a long one', () => {
  expect(place(many)).toEqual({ after: 'none' })
  expect(place(many.slice(0, 4), 'science', 'physics')).toEqual({ after: 'science' })
  expect(place(many, 'science', 'physics')).toEqual({ within: 'physics', rows: 2 })
  expect(place([document('loose', 'Loose', null)], 'none')).toEqual({ after: 'none' })
})
