import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { commonErrors } from '#contract/errors.ts'
import { refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { type CategoryNode, categoriesApi, categoryErrors } from '../categories.contract.ts'
import { CategoriesPage } from './CategoriesPage.tsx'

const at = '2026-11-21T05:30:00.000Z'
type Counts = { documentCount?: number; totalCount?: number; subcategories?: CategoryNode[] }
const node = (name: string, level: number, path: string, counts: Counts = {}): CategoryNode => ({
  _id: name.toLowerCase(),
  name,
  level,
  path,
  imagePublicUrl: null,
  parentCategory: null,
  createdAt: at,
  documentCount: 0,
  totalCount: 0,
  subcategories: [],
  ...counts,
})
const optics = node('Optics', 2, 'Science > Physics > Optics', { documentCount: 2, totalCount: 2 })
const physics = node('Physics', 1, 'Science > Physics', { documentCount: 1, totalCount: 3, subcategories: [optics] })
const science = node('Science', 0, 'Science', { totalCount: 3, subcategories: [physics] })
const history = node('History', 0, 'History')

const treeOf = (...items: CategoryNode[]) => reply(categoriesApi.tree, { items, uncategorizedCount: 0, total: 3 })
const show = (...replies: ReturnType<typeof reply>[]) => renderPage(<CategoriesPage />, { as: 'admin', at: '/categories', replies })
const full = treeOf(science, history)

test('the hierarchy shows level, path and number of subcategories, and the total of categories', async () => {
  show(full)
  expect(await screen.findByText('4 categories')).toBeTruthy()
  expect(screen.getByText('Level 2')).toBeTruthy()
  expect(screen.getByText('Science > Physics > Optics')).toBeTruthy()
  expect(screen.getAllByText(/^1 subcategory · 3 documents$/)).toHaveLength(2)
})

test('a branch closes and opens again', async () => {
  const { user } = show(full)
  await user.click(await screen.findByRole('button', { name: 'Collapse Science' }))
  expect(screen.queryByText('Physics')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Expand Science' }))
  expect(screen.getByText('Physics')).toBeTruthy()
})

test('the third level takes no subcategories', async () => {
  show(full)
  expect(await screen.findByRole('button', { name: 'Add a subcategory to Physics' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add a subcategory to Optics' })).toBeNull()
})

const openForm = async (user: ReturnType<typeof show>['user'], button = 'Add Category') => {
  await user.click(await screen.findByRole('button', { name: button }))
  return screen.findByRole('dialog')
}
const created = { ...node('Botany', 1, 'Science > Botany'), parentCategory: 'science' }
const create = reply(categoriesApi.create, ({ body }) => ({ ...created, name: String(body.name) }))

test('a category needs a name', async () => {
  const { user, calls } = show(full, create)
  const dialog = await openForm(user)
  await user.type(within(dialog).getByRole('textbox'), '  ')
  await user.click(within(dialog).getByRole('button', { name: 'Add Category' }))
  expect(await within(dialog).findByText('Category name is required')).toBeTruthy()
  expect(calls.some(({ endpoint }) => endpoint === categoriesApi.create)).toBe(false)
})

test('only the first two levels can be chosen as the parent', async () => {
  const { user } = show(full)
  const options = within(within(await openForm(user)).getByRole('combobox')).getAllByRole('option')
  expect(options.map(({ textContent }) => textContent?.trim())).toEqual(['None (top level)', 'Science', 'Science > Physics', 'History'])
})

test('a root category is sent without a parent, and the message vanishes after three seconds', async () => {
  const { user, calls } = show(full, create)
  const dialog = await openForm(user)
  await user.type(within(dialog).getByRole('textbox'), 'Botany')
  await user.click(within(dialog).getByRole('button', { name: 'Add Category' }))
  expect(await screen.findByText('Category "Botany" was added.')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(calls.find(({ endpoint }) => endpoint === categoriesApi.create)?.received.body).toEqual({ name: 'Botany' })
  await waitFor(() => expect(screen.queryByText('Category "Botany" was added.')).toBeNull(), { timeout: 4_000 })
})

test('adding below a category chooses it as the parent', async () => {
  const { user, calls } = show(full, create)
  const dialog = await openForm(user, 'Add a subcategory to Science')
  await user.type(within(dialog).getByRole('textbox'), 'Botany')
  await user.click(within(dialog).getByRole('button', { name: 'Add Category' }))
  await screen.findByText('Category "Botany" was added.')
  expect(calls.find(({ endpoint }) => endpoint === categoriesApi.create)?.received.body).toEqual({
    name: 'Botany',
    parentCategory: 'science',
  })
})

test('a name that is taken is told in the form, which stays open', async () => {
  const { user } = show(full, reply(categoriesApi.create, refuse(categoryErrors.nameTaken)))
  const dialog = await openForm(user)
  await user.type(within(dialog).getByRole('textbox'), 'Science')
  await user.click(within(dialog).getByRole('button', { name: 'Add Category' }))
  expect(await within(dialog).findByText(categoryErrors.nameTaken.message)).toBeTruthy()
  expect((within(dialog).getByRole('textbox') as HTMLInputElement).value).toBe('Science')
})

test('the question before deleting says how many subcategories go and how many documents lose their category', async () => {
  const { user, calls } = show(full, reply(categoriesApi.remove, undefined))
  await user.click(await screen.findByRole('button', { name: 'Delete Science' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(
    within(dialog).getByText(
      'Are you sure you want to delete "Science"? Its 2 subcategories will be deleted too. 3 documents will become Uncategorized.',
    ),
  ).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Category "Science" was deleted.')).toBeTruthy()
  expect(calls.find(({ endpoint }) => endpoint === categoriesApi.remove)?.received.params).toEqual({ id: 'science' })
})

test('an empty category says that no documents are affected', async () => {
  const { user } = show(full)
  await user.click(await screen.findByRole('button', { name: 'Delete History' }))
  expect(await screen.findByText('Are you sure you want to delete "History"? No documents are affected.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('a deletion that fails shows what the server says', async () => {
  const { user } = show(full, reply(categoriesApi.remove, refuse(commonErrors.notFound)))
  await user.click(await screen.findByRole('button', { name: 'Delete History' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Not found.')).toBeTruthy()
  expect(screen.getByText('4 categories')).toBeTruthy()
})

test('without categories the page says so', async () => {
  show(treeOf())
  expect(await screen.findByText('No categories yet')).toBeTruthy()
})

test('categories that cannot be loaded offer to try again', async () => {
  show(reply(categoriesApi.tree, refuse(commonErrors.notAllowed)))
  expect(await screen.findByText('Failed to load categories')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
})
