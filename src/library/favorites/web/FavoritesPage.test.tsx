import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { commonErrors } from '#contract/errors.ts'
import { type Document, documentsApi } from '#library/documents/documents.contract.ts'
import { Viewer } from '#library/reading/web/readerCode.ts'
import { refresh } from '#web/api/queryClient.ts'
import { refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { favoritesApi } from '../favorites.contract.ts'
import { FavoritesPage } from './FavoritesPage.tsx'

beforeAll(() => Viewer.load())

const document = (_id: string, title: string): Document => ({
  _id,
  title,
  category: { _id: 'physics', name: 'Physics' },
  createdAt: '2026-11-21T05:30:00.000Z',
  fileName: `${_id}.pdf`,
  filePath: '/a',
  fileUrl: '/a',
  downloadUrl: '/a',
  fileSize: 2048,
  fileType: 'application/pdf',
  pages: null,
  coverUrl: null,
})

/** A student's favourites on the server. */
const shelf = (...titles: string[]) => {
  let kept = titles.map((title) => document(title.toLowerCase(), title))
  return [
    reply(favoritesApi.count, () => ({ count: kept.length })),
    reply(favoritesApi.list, ({ query: { search = '' } }) => {
      const items = kept.filter(({ title }) => title.toLowerCase().includes(search.toLowerCase()))
      return { items, nextCursor: null, total: items.length }
    }),
    reply(favoritesApi.remove, ({ params }) => {
      kept = kept.filter(({ _id }) => _id !== params.id)
      return undefined
    }),
  ]
}

const show = (replies: ReturnType<typeof shelf>, at = '/favorites') => renderPage(<FavoritesPage />, { as: 'student', at, replies })

test('lists the favourites with their count, each with View Document', async () => {
  const { user, address } = show(shelf('Optics', 'Botany'))
  expect(screen.getByRole('heading', { name: 'My Favorite Documents' })).toBeTruthy()
  expect(await screen.findByText('2 favorite documents')).toBeTruthy()
  const rows = within(await screen.findByRole('list', { name: 'Favorite documents' })).getAllByRole('listitem')
  expect(rows).toHaveLength(2)
  const view = screen.getByRole('button', { name: 'View Document Botany' })
  expect(view.textContent).toBe('View Document')
  expect(user).toBeTruthy()
  expect(address()).toBe('/favorites')
})

test('a favourite shows its cover and its pages', async () => {
  const optics = { ...document('optics', 'Optics'), pages: 12, coverUrl: '/api/document/optics/cover' }
  show([...shelf(), reply(favoritesApi.list, { items: [optics], nextCursor: null, total: 1 })])
  const row = await screen.findByRole('listitem')
  expect(row.querySelector('img')?.getAttribute('src')).toBe('/api/document/optics/cover')
  expect(within(row).getByText('Physics · 12 pages · 21 Nov 2026 · 2 kB')).toBeTruthy()
})

test('after a star is removed, the keyboard focus stays in the list', async () => {
  const { user } = show(shelf('Optics', 'Botany'))
  await user.click(await screen.findByRole('button', { name: 'Remove Optics from favorites' }))
  await waitFor(() => expect(screen.queryByText('Optics')).toBeNull())
  await waitFor(() => expect(globalThis.document.activeElement?.contains(screen.getByText('Botany'))).toBe(true))
  await waitFor(() => expect(globalThis.document.activeElement).not.toBe(globalThis.document.body))
})

test('a search matches titles and highlights the matches', async () => {
  const { user } = show(shelf('Optics', 'Botany'))
  await screen.findByText('2 favorite documents')
  await user.fill(screen.getByRole('searchbox'), 'bot')
  expect(await screen.findByText('Found 1 favorite document matching "bot"')).toBeTruthy()
  expect(screen.getByText('Bot').tagName).toBe('MARK')
  expect(screen.queryByText('Optics')).toBeNull()
})

test('removing a star removes the document optimistically', async () => {
  const { user } = show(shelf('Optics', 'Botany'))
  await user.click(await screen.findByRole('button', { name: 'Remove Optics from favorites' }))
  expect(await screen.findByText('1 favorite document')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Optics')).toBeNull())
})

test('shows the document again with the error text if the server rejects the change', async () => {
  const { user } = show([...shelf('Optics'), reply(favoritesApi.remove, refuse(commonErrors.unavailable))])
  await user.click(await screen.findByRole('button', { name: 'Remove Optics from favorites' }))
  expect(await screen.findByText(commonErrors.unavailable.message)).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Remove Optics from favorites' })).toBeTruthy()
  expect(screen.getByText('1 favorite document')).toBeTruthy()
})

test('says that there are no favourites, and links to the documents', async () => {
  show(shelf())
  expect(await screen.findByText('No favorite documents')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'View Documents' }).getAttribute('href')).toBe('/documents')
})

test('favourites that fail to load can be retried', async () => {
  show([...shelf(), reply(favoritesApi.list, refuse(commonErrors.notAllowed))])
  expect(await screen.findByText(commonErrors.notAllowed.message)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
})

test('a favourite that is deleted while open closes, and the list is shown again', async () => {
  let isDeleted = false
  const optics = { ...document('optics', 'Optics'), fileType: 'application/zip' }
  const { user, address } = show([
    ...shelf(),
    reply(favoritesApi.list, () => ({ items: isDeleted ? [] : [optics], nextCursor: null, total: isDeleted ? 0 : 1 })),
    reply(favoritesApi.ids, () => ({ items: isDeleted ? [] : ['optics'], nextCursor: null })),
    reply(documentsApi.read, () => (isDeleted ? refuse(commonErrors.notFound) : optics)),
  ])
  await user.click(await screen.findByRole('button', { name: 'View Document Optics' }))
  expect(await screen.findByRole('dialog', { name: 'Optics' })).toBeTruthy()
  expect(address()).toBe('/favorites?document=optics')
  isDeleted = true
  await refresh(['documents', 'favorites'])
  expect(await screen.findByText('"Optics" was closed because it was deleted.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(address()).toBe('/favorites')
  expect(await screen.findByText('No favorite documents')).toBeTruthy()
})
