import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { commonErrors } from '#contract/errors.ts'
import { MB } from '#contract/limits.ts'
import { refuse, reply } from '#web/testing/fakeServer.ts'
import { holdTimers } from '#web/testing/holdTimers.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { type CategoryNode, categoriesApi, categoryErrors } from '../categories.contract.ts'
import { CategoriesPage } from './CategoriesPage.tsx'

// jsdom implements neither, because it does not decode pictures.
beforeEach(() => {
  URL.createObjectURL = (file) => `blob:${(file as File).name}`
  URL.revokeObjectURL = () => {}
})

const at = '2026-11-21T05:30:00.000Z'
type Counts = Partial<Pick<CategoryNode, 'documentCount' | 'totalCount' | 'subcategories' | 'parentCategory' | 'imagePublicUrl'>>
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
const optics = node('Optics', 2, 'Science > Physics > Optics', { documentCount: 2, totalCount: 2, parentCategory: 'physics' })
const physics = node('Physics', 1, 'Science > Physics', {
  documentCount: 1,
  totalCount: 3,
  subcategories: [optics],
  parentCategory: 'science',
})
const science = node('Science', 0, 'Science', { totalCount: 3, subcategories: [physics] })
const history = node('History', 0, 'History', { imagePublicUrl: '/api/category/history/image/a' })

const treeOf = (...items: CategoryNode[]) => reply(categoriesApi.tree, { items, uncategorizedCount: 0, total: 3 })
const show = (...replies: ReturnType<typeof reply>[]) => renderPage(<CategoriesPage />, { as: 'admin', at: '/categories', replies })
const full = treeOf(science, history)

test('shows level, path and number of subcategories, and the total number of categories', async () => {
  show(full)
  expect(await screen.findByText('4 categories')).toBeTruthy()
  expect(screen.getAllByText('Main category')).toHaveLength(2)
  expect(screen.getByText('Level 2')).toBeTruthy()
  expect(screen.queryByText('Level 0')).toBeNull()
  expect(screen.getByText('Science > Physics > Optics')).toBeTruthy()
  expect(screen.getAllByText(/^1 subcategory · 3 documents$/)).toHaveLength(2)
})

test('shows the name of a root, which equals its path, only once', async () => {
  show(full)
  expect(await screen.findAllByText('History')).toHaveLength(1)
})

test('a branch can be closed and opened again', async () => {
  const { user } = show(full)
  await user.click(await screen.findByRole('button', { name: 'Collapse Science' }))
  expect(screen.queryByText('Physics')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Expand Science' }))
  expect(screen.getByText('Physics')).toBeTruthy()
})

test('the third level accepts no subcategories', async () => {
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

test('requires a name', async () => {
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

test('a root category is sent without a parent, and the message disappears after three seconds', async () => {
  const vanishing = holdTimers(3_000)
  const { user, calls } = show(full, create)
  const dialog = await openForm(user)
  await user.fill(within(dialog).getByRole('textbox'), 'Botany')
  await user.click(within(dialog).getByRole('button', { name: 'Add Category' }))
  expect(await screen.findByText('Category "Botany" was added.')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(calls.find(({ endpoint }) => endpoint === categoriesApi.create)?.received.body).toEqual({ name: 'Botany' })
  await vanishing.run()
  expect(screen.queryByText('Category "Botany" was added.')).toBeNull()
})

test('adding a subcategory presets the parent', async () => {
  const { user, calls } = show(full, create)
  const dialog = await openForm(user, 'Add a subcategory to Science')
  await user.fill(within(dialog).getByRole('textbox'), 'Botany')
  await user.click(within(dialog).getByRole('button', { name: 'Add Category' }))
  await screen.findByText('Category "Botany" was added.')
  expect(calls.find(({ endpoint }) => endpoint === categoriesApi.create)?.received.body).toEqual({
    name: 'Botany',
    parentCategory: 'science',
  })
})

test('reports a duplicate name in the form, which stays open', async () => {
  const { user } = show(full, reply(categoriesApi.create, refuse(categoryErrors.nameTaken)))
  const dialog = await openForm(user)
  await user.fill(within(dialog).getByRole('textbox'), 'Science')
  await user.click(within(dialog).getByRole('button', { name: 'Add Category' }))
  expect(await within(dialog).findByText(categoryErrors.nameTaken.message)).toBeTruthy()
  expect((within(dialog).getByRole('textbox') as HTMLInputElement).value).toBe('Science')
})

test('the confirmation says how many subcategories are deleted and how many documents become uncategorized', async () => {
  const { user, calls } = show(full, reply(categoriesApi.remove, undefined))
  await user.click(await screen.findByRole('button', { name: 'Delete Science' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(
    within(dialog).getByText(
      'Are you sure you want to delete "Science"? Its 2 subcategories will be deleted too. 3 documents will move to Uncategorized.',
    ),
  ).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Category "Science" was deleted.')).toBeTruthy()
  expect(calls.find(({ endpoint }) => endpoint === categoriesApi.remove)?.received.params).toEqual({ id: 'science' })
})

test('the confirmation for an empty category says that no documents are affected', async () => {
  const { user } = show(full)
  await user.click(await screen.findByRole('button', { name: 'Delete History' }))
  expect(await screen.findByText('Are you sure you want to delete "History"? No documents are affected.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('a failed deletion shows the server’s error text', async () => {
  const { user } = show(full, reply(categoriesApi.remove, refuse(commonErrors.notFound)))
  await user.click(await screen.findByRole('button', { name: 'Delete History' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Not found.')).toBeTruthy()
  expect(screen.getByText('4 categories')).toBeTruthy()
})

test('says that there are no categories', async () => {
  show(treeOf())
  expect(await screen.findByText('No categories yet')).toBeTruthy()
})

test('categories that fail to load can be retried', async () => {
  show(reply(categoriesApi.tree, refuse(commonErrors.notAllowed)))
  expect(await screen.findByText(commonErrors.notAllowed.message)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
})

const update = reply(categoriesApi.update, ({ params, body }) => ({
  ...node('X', 0, 'X'),
  _id: String(params.id),
  name: String(body.name ?? 'Physics'),
  parentCategory: body.parentCategory ? String(body.parentCategory) : null,
}))
const picture = (name = 'shelf.png', type = 'image/png') => new File(['x'], name, { type })
const sentTo = (endpoint: object, { calls }: Pick<ReturnType<typeof show>, 'calls'>) =>
  calls.find((each) => each.endpoint === endpoint)?.received
const save = async ({ user }: Pick<ReturnType<typeof show>, 'user'>) => user.click(screen.getByRole('button', { name: 'Save' }))

test('a picture is shown beside its category', async () => {
  const { container } = show(full)
  await screen.findByText('4 categories')
  expect([...container.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual(['/api/category/history/image/a'])
})

test('a new category is sent with its picture, which is previewed', async () => {
  const page = show(full, create)
  const dialog = await openForm(page.user)
  await page.user.fill(within(dialog).getByRole('textbox'), 'Botany')
  await page.user.upload(within(dialog).getByLabelText('Picture'), picture())
  expect(within(dialog).getByRole('img', { name: 'Preview of shelf.png' })).toBeTruthy()
  await page.user.click(within(dialog).getByRole('button', { name: 'Add Category' }))
  await screen.findByText('Category "Botany" was added.')
  expect(sentTo(categoriesApi.create, page)?.file?.name).toBe('shelf.png')
})

test('an upload of a picture shows its progress and can be cancelled', async () => {
  const page = show(
    full,
    reply(categoriesApi.create, () => new Promise<never>(() => {})),
  )
  const dialog = within(await openForm(page.user))
  await page.user.fill(dialog.getByRole('textbox'), 'Botany')
  await page.user.upload(dialog.getByLabelText('Picture'), picture())
  await page.user.click(dialog.getByRole('button', { name: 'Add Category' }))
  expect((await dialog.findByRole('progressbar')).getAttribute('aria-valuetext')).toContain('50 bytes of 100 bytes')
  await page.user.click(dialog.getByRole('button', { name: 'Cancel upload' }))
  expect(await dialog.findByText('Upload cancelled. Nothing was saved.')).toBeTruthy()
})

test.each([
  ['of another kind', picture('notes.pdf', 'application/pdf'), 'Please select an image file'],
  ['over 5 MB', Object.defineProperty(picture(), 'size', { value: 5 * MB + 1 }), 'The picture is larger than 5MB'],
])('reports a file %s before it is sent', async (_, file, sentence) => {
  const { user, calls } = show(full, create)
  const dialog = await openForm(user)
  await user.fill(within(dialog).getByRole('textbox'), 'Botany')
  fireEvent.change(within(dialog).getByLabelText('Picture'), { target: { files: [file] } })
  expect(await within(dialog).findByText(sentence)).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: 'Add Category' }))
  expect(calls.some(({ endpoint }) => endpoint === categoriesApi.create)).toBe(false)
})

test('renaming sends only the name, and confirms the save', async () => {
  const page = show(full, update)
  const dialog = await openForm(page.user, 'Edit Physics')
  const name = within(dialog).getByRole('textbox')
  await page.user.clear(name)
  await page.user.fill(name, 'Mechanics')
  await save(page)
  expect(await screen.findByText('Category "Mechanics" was saved.')).toBeTruthy()
  expect(sentTo(categoriesApi.update, page)).toMatchObject({ params: { id: 'physics' }, body: { name: 'Mechanics' } })
  expect(Object.keys(sentTo(categoriesApi.update, page)?.body ?? {})).toEqual(['name'])
  expect(page.calls.filter(({ endpoint }) => endpoint === categoriesApi.tree)).toHaveLength(2)
})

test('does not save a category without a name', async () => {
  const page = show(full, update)
  await page.user.clear(within(await openForm(page.user, 'Edit Physics')).getByRole('textbox'))
  await save(page)
  expect(await screen.findByText('Category name is required')).toBeTruthy()
  expect(sentTo(categoriesApi.update, page)).toBeUndefined()
})

test.each([
  // A category with two levels below it can only be a root.
  ['Science', ['None (top level)']],
  ['Physics', ['None (top level)', 'Science', 'History']],
  ['Optics', ['None (top level)', 'Science', 'Science > Physics', 'History']],
  ['History', ['None (top level)', 'Science', 'Science > Physics']],
])('%s can be moved to %j', async (name, places) => {
  const { user } = show(full)
  const options = within(within(await openForm(user, `Edit ${name}`)).getByRole('combobox')).getAllByRole('option')
  expect(options.map(({ textContent }) => textContent?.trim())).toEqual(places)
})

test('moving sends the new parent, including none', async () => {
  const page = show(full, update)
  const dialog = await openForm(page.user, 'Edit Physics')
  expect(within(dialog).getByText(/^Its 1 subcategory will move with it/)).toBeTruthy()
  await page.user.selectOptions(within(dialog).getByRole('combobox'), 'None (top level)')
  await save(page)
  await waitFor(() => expect(sentTo(categoriesApi.update, page)?.body).toEqual({ parentCategory: '' }))
})

test('shows the current picture, which can be removed', async () => {
  const page = show(full, update)
  const dialog = await openForm(page.user, 'Edit History')
  expect(within(dialog).getByRole('img').getAttribute('src')).toBe('/api/category/history/image/a')
  await page.user.click(within(dialog).getByRole('button', { name: 'Remove picture' }))
  await save(page)
  await waitFor(() => expect(sentTo(categoriesApi.update, page)?.body).toEqual({ removeImage: 'true' }))
})

test('reports at its field that a move is no longer possible', async () => {
  const sentence = categoryErrors.tooDeep.message
  const page = show(full, reply(categoriesApi.update, refuse(categoryErrors.tooDeep, { fields: { parentCategory: sentence } })))
  const dialog = await openForm(page.user, 'Edit Optics')
  await page.user.selectOptions(within(dialog).getByRole('combobox'), 'History')
  await save(page)
  expect(await within(dialog).findByText(sentence)).toBeTruthy()
  expect(within(dialog).getByRole('combobox').getAttribute('aria-invalid')).toBe('true')
})

test('adding below closed branches opens them', async () => {
  const { user } = show(full, reply(categoriesApi.create, { ...created, parentCategory: 'physics' }))
  await user.click(await screen.findByRole('button', { name: 'Collapse All' }))
  const dialog = await openForm(user)
  await user.fill(within(dialog).getByRole('textbox'), 'Botany')
  await user.selectOptions(within(dialog).getByRole('combobox'), within(dialog).getByRole('option', { name: /Science > Physics/ }))
  await user.click(within(dialog).getByRole('button', { name: 'Add Category' }))
  expect(await screen.findByText('Optics')).toBeTruthy()
})

test('arrow keys move through the tree, and open and close branches', async () => {
  const { user } = show(full)
  const focused = () => document.activeElement?.getAttribute('aria-label')
  const press = async (key: string) => {
    await user.keyboard(`{${key}}`)
    return focused()
  }
  ;(await screen.findByRole('button', { name: 'Collapse Science' })).focus()
  expect(await press('ArrowDown')).toBe('Collapse Physics')
  expect(await press('ArrowLeft')).toBe('Expand Physics')
  expect(screen.queryByText('Optics')).toBeNull()
  expect(await press('ArrowLeft')).toBe('Collapse Science')
  expect(await press('ArrowDown')).toBe('Expand Physics')
  expect(await press('ArrowRight')).toBe('Collapse Physics')
  expect(await press('ArrowRight')).toBe('Edit Optics')
  expect(await press('End')).toBe('Edit History')
  expect(await press('ArrowDown')).toBe('Edit History')
  expect(await press('ArrowUp')).toBe('Edit Optics')
  expect(await press('ArrowLeft')).toBe('Edit Physics')
  expect(await press('Home')).toBe('Edit Science')
})

test.each(['before', 'after'])('the focus follows a moved category whose move arrives %s its form has closed', async (when) => {
  const arrived = Promise.withResolvers<void>()
  const moved = node('History', 1, 'Science > History', { parentCategory: 'science' })
  const answers = [[science, history], [{ ...science, subcategories: [physics, moved] }]]
  const { user } = show(
    reply(categoriesApi.tree, async () => {
      const items = answers.shift() ?? []
      if (answers.length === 0 && when === 'after') await arrived.promise
      return { items, uncategorizedCount: 0, total: 3 }
    }),
    update,
  )
  const form = await openForm(user, 'Edit History')
  await user.selectOptions(within(form).getByRole('combobox'), 'Science')
  await save({ user })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const focused = () => waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Edit History'))
  await focused()
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  arrived.resolve()
  await screen.findByText('Science > History')
  await focused()
})
