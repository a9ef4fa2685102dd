import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { commonErrors } from '#contract/errors.ts'
import { type CategoryTree, categoriesApi } from '#library/categories/categories.contract.ts'
import { documentsApi } from '#library/documents/documents.contract.ts'
import { extractionApi } from '#library/extraction/extraction.contract.ts'
import { favoritesApi } from '#library/favorites/favorites.contract.ts'
import { readingApi } from '#library/reading/reading.contract.ts'
import { prepareViewer } from '#library/reading/web/readerCode.ts'
import { refuse, reply } from '#web/testing/fakeServer.ts'
import { countOf, document as documentOf, everythingInView, node, page, physics, show } from './testing/library.tsx'

const document: typeof documentOf = (_id, title, category) => documentOf(_id, title, category, { fileType: 'application/x-unknown' })

const optics = document('optics', 'Optics for Everyone', physics)
const hindi = document('hindi', 'भौतिक विज्ञान की किताब', physics)
const loose = document('loose', 'Loose Leaves', null)
const all = [optics, hindi, loose]

const child = node({ ...physics, level: 1, parentCategory: 'science', path: 'Science > Physics', documentCount: 2, totalCount: 2 })
const tree: CategoryTree = {
  items: [node({ _id: 'science', name: 'Science', totalCount: 2, subcategories: [child] })],
  uncategorizedCount: 1,
  total: 3,
}

const library = [
  reply(categoriesApi.tree, tree),
  reply(favoritesApi.ids, page([])),
  reply(readingApi.unfinished, { items: [] }),
  reply(extractionApi.searchText, page([])),
  reply(extractionApi.countMatches, ({ query: { q = '' } }) => countOf(all, q)),
  reply(documentsApi.list, ({ query: { search, category } }) => {
    if (search) return page(all.filter(({ title }) => title.toLowerCase().includes(search.toLowerCase())))
    return page(all.filter((each) => (each.category?._id ?? 'none') === category))
  }),
]

const search = () => screen.getByRole('searchbox', { name: 'Search documents and categories' })
const open = (name: RegExp) => screen.findByRole('button', { name, expanded: false })

beforeAll(prepareViewer)
beforeEach(everythingInView)

test('the tree shows the counts, and the documents of a category only once it is opened', async () => {
  const { user, calls } = show('student', library)
  expect(await screen.findByText('3 documents available')).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Science/ }).textContent).toContain('2 documents')
  expect((await open(/^Uncategorized/)).textContent).toContain('1 document')
  const isAsked = () => calls.some(({ endpoint, received }) => endpoint === documentsApi.list && received.query.category === 'none')
  expect(isAsked()).toBe(false)

  await user.click(await open(/^Uncategorized/))
  expect(await screen.findByRole('button', { name: 'Loose Leaves' })).toBeTruthy()
  expect(isAsked()).toBe(true)
})

test('Expand All opens every branch and Collapse All closes them', async () => {
  const { user } = show('student', library)
  await user.click(await screen.findByRole('button', { name: 'Expand All' }))
  expect(await screen.findByText('Loose Leaves')).toBeTruthy()
  expect(await screen.findByText('Optics for Everyone')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Collapse All' }))
  expect(screen.queryByText('Loose Leaves')).toBeNull()
})

test('a search is part of the address, opens the branches with matches and highlights these', async () => {
  const { user, address } = show('student', library)
  await screen.findByText('3 documents available')
  await user.fill(search(), 'OPTICS')
  expect(await screen.findByText('Found 1 document matching "OPTICS"')).toBeTruthy()
  expect(address()).toBe('/documents?q=OPTICS')
  const row = screen.getByRole('button', { name: 'Optics for Everyone' })
  expect(within(row).getByText('Optics').tagName).toBe('MARK')
  expect(screen.getByRole('button', { name: /^Physics/, expanded: true })).toBeTruthy()
  expect(screen.queryByText('Loose Leaves')).toBeNull()

  await user.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(await screen.findByText('3 documents available')).toBeTruthy()
  expect(address()).toBe('/documents')
})

test('finds and highlights Hindi titles', async () => {
  show('student', library, '/documents?q=विज्ञान')
  expect((await screen.findByText('विज्ञान')).tagName).toBe('MARK')
})

test('finds a category by name and highlights the name', async () => {
  show('student', library, '/documents?q=scien')
  expect((await screen.findByText('Scien')).tagName).toBe('MARK')
})

test('a category found by its name shows its documents, even from later pages of the search', async () => {
  const first = { items: [documentOf('science-fiction', 'Science Fiction', null)], nextCursor: 'more', total: 3 }
  const replies = [
    ...library,
    reply(documentsApi.list, ({ query: { search, category } }) => {
      if (search) return first
      return page(all.filter((each) => (each.category?._id ?? 'none') === category))
    }),
  ]
  const { calls } = show('student', replies, '/documents?q=scien')
  const titles = await screen.findByRole('list', { name: 'Documents by category' })
  expect(await within(titles).findByRole('button', { name: 'Optics for Everyone' })).toBeTruthy()
  expect(within(titles).getByRole('button', { name: /^Science.*2 documents$/ })).toBeTruthy()
  expect(screen.queryByText('No documents in this category')).toBeNull()
  expect(calls.some(({ received }) => received.query.category === 'physics')).toBe(true)
})

test('says that a category found by its name has no documents', async () => {
  const history = node({ _id: 'history', name: 'History' })
  show('student', [...library, reply(categoriesApi.tree, { ...tree, items: [history] })], '/documents?q=hist')
  expect(await screen.findByText('No documents in this category')).toBeTruthy()
})

test('the hint of the empty state differs while searching', async () => {
  const { user } = show('student', library, '/documents?q=zzz')
  expect(await screen.findByText('No documents found')).toBeTruthy()
  expect(screen.getByText('Found 0 documents matching "zzz"')).toBeTruthy()
  expect(screen.getByText('Try different words, or fewer of them.')).toBeTruthy()
  // One button is in the field, one in the empty state.
  await user.click(screen.getAllByRole('button', { name: 'Clear search' }).at(-1) as HTMLElement)
  expect(await screen.findByText('3 documents available')).toBeTruthy()
})

test('an empty library says so, and offers the upload to roles that have it', async () => {
  const empty = [...library, reply(categoriesApi.tree, { items: [], uncategorizedCount: 0, total: 0 })]
  show('admin', empty)
  expect(await screen.findByText('No documents found')).toBeTruthy()
  expect(screen.getByText('0 documents available')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Upload Document' }).getAttribute('href')).toBe('/upload')
})

test('students have pressable rows with a star, without View and Delete', async () => {
  show('student', library, '/documents?q=optics')
  expect(await screen.findByRole('button', { name: 'Optics for Everyone' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Add Optics for Everyone to favorites' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^(View|Delete)/ })).toBeNull()
})

test('managers have pressable rows without a star or buttons', async () => {
  show('manager', library, '/documents?q=optics')
  expect(await screen.findByRole('button', { name: 'Optics for Everyone' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /favorites|^View|^Delete/ })).toBeNull()
})

test.each(['admin', 'superadmin'] as const)('%s has View and Delete, no star, and no pressable rows', async (role) => {
  const { user, address } = show(role, library, '/documents?q=optics')
  expect(await screen.findByRole('button', { name: 'Delete Optics for Everyone' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Optics for Everyone' })).toBeNull()
  expect(screen.queryByRole('button', { name: /favorites/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'View Optics for Everyone' }))
  await waitFor(() => expect(address()).toBe('/documents?q=optics&document=optics'))
})

test('the open document is part of the address; an unsupported type is explained, and closing goes back', async () => {
  const { user, address } = show('student', library, '/documents?q=optics')
  await user.click(await screen.findByRole('button', { name: 'Optics for Everyone' }))
  const dialog = await screen.findByRole('dialog', { name: 'Optics for Everyone' })
  expect(address()).toBe('/documents?q=optics&document=optics')
  expect(within(dialog).getByText('Preview not available')).toBeTruthy()
  expect(within(dialog).getByText(/application\/x-unknown/)).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(address()).toBe('/documents?q=optics')
})

test('the address of a deleted document says that it is not available', async () => {
  const replies = [...library, reply(documentsApi.read, refuse(commonErrors.notFound))]
  const { user } = show('student', replies, '/documents?document=gone')
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByText('Document not available')).toBeTruthy()
  expect(within(dialog).getByText('Unable to load document. Please try again later.')).toBeTruthy()
  expect(within(dialog).getByRole('button', { name: 'Retry' })).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

const question =
  'Are you sure you want to delete "Optics for Everyone"? This action cannot be undone and will remove the document from all users\' favorites.'

test('deleting asks with the specified sentence, and Cancel changes nothing', async () => {
  const { user, calls } = show('admin', library, '/documents?q=optics')
  await user.click(await screen.findByRole('button', { name: 'Delete Optics for Everyone' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(within(dialog).getByText(question)).toBeTruthy()
  expect(within(dialog).getByText('A superadmin can restore it for 30 days. Favorites are not restored.')).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(calls.some(({ endpoint }) => endpoint === documentsApi.remove)).toBe(false)
})

const deleteOptics = async (user: ReturnType<typeof show>['user']) => {
  await user.click(await screen.findByRole('button', { name: 'Delete Optics for Everyone' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
}

test('a deleted document leaves the list', async () => {
  const left = new Set(all)
  const replies = [
    ...library,
    reply(documentsApi.list, () => page([...left].filter(({ title }) => title.includes('Optics')))),
    reply(documentsApi.remove, () => {
      left.delete(optics)
      return undefined
    }),
  ]
  const { user, calls } = show('admin', replies, '/documents?q=optics')
  await deleteOptics(user)
  expect(await screen.findByText('"Optics for Everyone" was deleted.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText(/for Everyone$/)).toBeNull())
  expect(calls.find(({ endpoint }) => endpoint === documentsApi.remove)?.received.params).toEqual({ id: 'optics' })
})

test('deleting the open document closes the viewer', async () => {
  const gone = reply(documentsApi.read, refuse(commonErrors.notFound))
  const { user, address } = show('admin', [...library, gone, reply(documentsApi.remove, () => undefined)], '/documents?q=optics')
  await user.click(await screen.findByRole('button', { name: 'View Optics for Everyone' }))
  await screen.findByRole('dialog', { name: 'Optics for Everyone' })
  // The button is behind the viewer, as if it was pressed just before the viewer opened.
  screen.getByRole('button', { name: 'Delete Optics for Everyone', hidden: true }).click()
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(address()).toBe('/documents?q=optics')
})

test('a failed deletion shows the server’s error text and the row again', async () => {
  const replies = [...library, reply(documentsApi.remove, refuse(commonErrors.notAllowed))]
  const { user } = show('admin', replies, '/documents?q=optics')
  await deleteOptics(user)
  expect(await screen.findByText('You are not allowed to do this.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Delete Optics for Everyone' })).toBeTruthy()
})

test('a star fills optimistically, and empties with the error text if the server rejects it', async () => {
  let answer: (value: undefined) => void = () => undefined
  const asked = new Promise<undefined>((resolve) => {
    answer = resolve
  })
  const replies = [
    ...library,
    reply(favoritesApi.add, async () => {
      await asked
      return refuse(commonErrors.unavailable)
    }),
  ]
  const { user } = show('student', replies, '/documents?q=optics')
  await user.click(await screen.findByRole('button', { name: 'Add Optics for Everyone to favorites' }))
  expect(await screen.findByRole('button', { name: 'Remove Optics for Everyone from favorites' })).toBeTruthy()
  answer(undefined)
  expect(await screen.findByRole('button', { name: 'Add Optics for Everyone to favorites' })).toBeTruthy()
  expect(screen.getByText(commonErrors.unavailable.message)).toBeTruthy()
})

test('the stars are loaded as ids, across all pages', async () => {
  const replies = [
    ...library,
    reply(favoritesApi.ids, ({ query: { cursor } }) =>
      cursor ? { items: ['optics'], nextCursor: null } : { items: ['far-away'], nextCursor: 'next' },
    ),
  ]
  const { calls } = show('student', replies, '/documents?q=o')
  expect(await screen.findByRole('button', { name: 'Remove Optics for Everyone from favorites' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Add Loose Leaves to favorites' })).toBeTruthy()
  expect(calls.some(({ endpoint }) => endpoint === favoritesApi.list)).toBe(false)
})

test('a tree that fails to load can be retried', async () => {
  let fails = true
  const replies = [...library, reply(categoriesApi.tree, () => (fails ? refuse(commonErrors.notAllowed) : tree))]
  const { user } = show('student', replies)
  expect(await screen.findByText(commonErrors.notAllowed.message)).toBeTruthy()
  fails = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('3 documents available')).toBeTruthy()
})

test('a failed search says so, without a count, and can be retried', async () => {
  let fails = true
  const replies = [...library, reply(documentsApi.list, () => (fails ? refuse(commonErrors.notAllowed) : page([optics])))]
  const { user } = show('student', replies, '/documents?q=optics')
  expect(await screen.findByText(commonErrors.notAllowed.message)).toBeTruthy()
  expect(screen.queryByText(/^Found/)).toBeNull()
  fails = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Found 1 document matching "optics"')).toBeTruthy()
})
