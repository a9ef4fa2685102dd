import { screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { commonErrors } from '#contract/errors.ts'
import { type Document, documentsApi } from '#library/documents/documents.contract.ts'
import { DocumentViewer } from '#library/reading/web/DocumentViewer.tsx'
import { prepareViewer } from '#library/reading/web/readerCode.ts'
import { refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { favoritesApi } from '../favorites.contract.ts'
import { FavoritesPage } from './FavoritesPage.tsx'
import { starInViewer } from './ViewerStar.tsx'

const optics: Document = {
  _id: 'optics',
  title: 'Optics',
  category: null,
  createdAt: '2026-11-21T05:30:00.000Z',
  fileName: 'optics.zip',
  filePath: '/a',
  fileUrl: '/a',
  downloadUrl: '/a',
  fileSize: 2048,
  fileType: 'application/zip',
  pages: null,
  coverUrl: null,
}

const shelf = (starred: boolean) => {
  let items = starred ? [optics] : []
  return [
    reply(documentsApi.read, optics),
    reply(favoritesApi.ids, () => ({ items: items.map(({ _id }) => _id), nextCursor: null, total: items.length })),
    reply(favoritesApi.count, () => ({ count: items.length })),
    reply(favoritesApi.list, () => ({ items, nextCursor: null, total: items.length })),
    reply(favoritesApi.add, () => {
      items = [optics]
      return undefined
    }),
    reply(favoritesApi.remove, () => {
      items = []
      return undefined
    }),
  ]
}
const opened = '/favorites?document=optics'

beforeAll(prepareViewer)

test('the star of an open document adds and removes it, and the list behind it follows', async () => {
  const { user } = renderPage(<FavoritesPage />, { as: 'student', at: opened, replies: shelf(false) })
  await user.click(await screen.findByRole('button', { name: 'Add Optics to favorites' }))
  expect(await screen.findByText('1 favorite document')).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Remove Optics from favorites' }))
  expect(await screen.findByText('No favorite documents')).toBeTruthy()
  expect(screen.getByRole('dialog', { name: 'Optics' })).toBeTruthy()
})

test('reverts the star with the error text if the server rejects the change', async () => {
  const replies = [...shelf(false), reply(favoritesApi.add, refuse(commonErrors.unavailable))]
  const { user } = renderPage(<DocumentViewer star={starInViewer} />, { as: 'student', at: opened, replies })
  await user.click(await screen.findByRole('button', { name: 'Add Optics to favorites' }))
  expect(await screen.findByText(commonErrors.unavailable.message)).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Add Optics to favorites' })).toBeTruthy()
})

test('shows no star to people without favourites', async () => {
  renderPage(<DocumentViewer star={starInViewer} />, { as: 'admin', at: opened, replies: shelf(false) })
  await screen.findByText('Preview not available')
  const names = () => screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent)
  await waitFor(() => expect(names()).toEqual(['Close document', 'Download']))
})
