import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Role } from '#contract/actor.ts'
import { commonErrors } from '#contract/errors.ts'
import { documentErrors, documentsApi } from '#library/documents/documents.contract.ts'
import { prepareViewer } from '#library/reading/web/readerCode.ts'
import { refuse, reply } from '#web/testing/fakeServer.ts'
import { document, everythingInView, libraryOf, physics, show } from './testing/library.tsx'

const books = [
  document('optics', 'Optics for Everyone', physics),
  document('waves', 'Waves', physics),
  document('heat', 'Heat', physics),
  document('loose', 'Loose Leaves', null),
]

beforeAll(prepareViewer)
beforeEach(everythingInView)

const open = async (replies = libraryOf(...books), as: Role = 'admin') => {
  const page = show(as, replies)
  await page.user.click(await screen.findByRole('button', { name: 'Expand All' }))
  await screen.findByText('Loose Leaves')
  await screen.findByText('Waves')
  return page
}
type User = Awaited<ReturnType<typeof open>>['user']

const tick = (user: User, title: string) => user.click(screen.getByRole('checkbox', { name: `Select ${title}` }))
const bar = () => screen.getByRole('region', { name: 'Selected documents' })
const sentTo = ({ calls }: Awaited<ReturnType<typeof open>>, endpoint: object) =>
  calls.filter((call) => call.endpoint === endpoint).map(({ received }) => received)

test('an admin changes the title of a document, and only the title is sent', async () => {
  const page = await open()
  await page.user.click(screen.getByRole('button', { name: 'Edit Waves' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit document' })
  const title = within(dialog).getByRole('textbox', { name: /^Title/ })
  await page.user.clear(title)
  await page.user.fill(title, 'Sound and Waves')
  await page.user.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('"Sound and Waves" was saved.')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Edit Sound and Waves' })).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sentTo(page, documentsApi.update).map(({ params, body }) => [params.id, body])).toEqual([['waves', { title: 'Sound and Waves' }]])
})

test('an admin moves a document to another category, or to none', async () => {
  const page = await open()
  await page.user.click(screen.getByRole('button', { name: 'Edit Waves' }))
  const category = await screen.findByRole('combobox', { name: /^Category/ })
  expect((category as HTMLSelectElement).value).toBe('physics')
  await page.user.selectOptions(category, 'Uncategorized')
  await page.user.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(within(screen.getByRole('list', { name: 'Documents in Uncategorized' })).getByText('Waves')).toBeTruthy())
  expect(sentTo(page, documentsApi.update)[0]?.body).toEqual({ category: '' })
})

test('requires a title', async () => {
  const page = await open()
  await page.user.click(screen.getByRole('button', { name: 'Edit Waves' }))
  await page.user.clear(await screen.findByRole('textbox', { name: /^Title/ }))
  await page.user.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Please enter a document title')).toBeTruthy()
  expect(sentTo(page, documentsApi.update)).toEqual([])
})

test('a failed save keeps the form with the typed values and shows the server’s error text', async () => {
  const page = await open([...libraryOf(...books), reply(documentsApi.update, refuse(commonErrors.unavailable))])
  await page.user.click(screen.getByRole('button', { name: 'Edit Waves' }))
  await page.user.type(await screen.findByRole('textbox', { name: /^Title/ }), '!')
  await page.user.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await within(screen.getByRole('dialog')).findByText(commonErrors.unavailable.message)).toBeTruthy()
  expect((screen.getByRole('textbox', { name: /^Title/ }) as HTMLInputElement).value).toBe('Waves!')
})

test('shows the number of selected documents; the button and Escape clear the selection', async () => {
  const { user } = await open()
  expect(screen.queryByRole('region', { name: 'Selected documents' })).toBeNull()
  await tick(user, 'Waves')
  await tick(user, 'Loose Leaves')
  expect(screen.getByText('2 selected', { selector: '[role=status]' })).toBeTruthy()
  await user.click(within(bar()).getByRole('button', { name: 'Clear selection' }))
  expect(screen.queryByRole('region', { name: 'Selected documents' })).toBeNull()
  await tick(user, 'Heat')
  await user.click(screen.getByRole('button', { name: 'Go to actions for 1 document' }))
  await waitFor(() => expect(globalThis.document.activeElement).toBe(bar()))
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('region', { name: 'Selected documents' })).toBeNull()
  expect(screen.queryAllByRole('checkbox', { checked: true })).toEqual([])
})

test('Shift selects everything from the last selected row', async () => {
  const { user } = await open()
  await tick(user, 'Optics for Everyone')
  await user.keyboard('{Shift>}')
  await tick(user, 'Heat')
  await user.keyboard('{/Shift}')
  expect(screen.getByText('3 selected', { selector: '[role=status]' })).toBeTruthy()
  expect((screen.getByRole('checkbox', { name: 'Select Waves' }) as HTMLInputElement).checked).toBe(true)
})

test('moves two documents at once', async () => {
  const page = await open()
  await tick(page.user, 'Waves')
  await tick(page.user, 'Loose Leaves')
  await page.user.click(within(bar()).getByRole('button', { name: 'Move' }))
  const dialog = await screen.findByRole('dialog', { name: 'Move 2 documents' })
  await page.user.click(within(dialog).getByRole('button', { name: 'Move' }))
  expect(await within(dialog).findByText('Please select a category')).toBeTruthy()
  await page.user.selectOptions(within(dialog).getByRole('combobox', { name: /^Category/ }), 'History')
  await page.user.click(within(dialog).getByRole('button', { name: 'Move' }))
  expect(await screen.findByText('2 documents were moved to History.')).toBeTruthy()
  await waitFor(() => expect(within(screen.getByRole('list', { name: 'Documents in History' })).getAllByRole('listitem')).toHaveLength(2))
  expect(sentTo(page, documentsApi.moveMany).map(({ body }) => body)).toEqual([{ ids: ['waves', 'loose'], category: 'history' }])
  expect(screen.queryByRole('region', { name: 'Selected documents' })).toBeNull()
})

test('a failed move keeps the form and the selection', async () => {
  const replies = [
    ...libraryOf(...books),
    reply(documentsApi.moveMany, refuse(documentErrors.categoryMissing, { fields: { category: 'Please select a category' } })),
  ]
  const { user } = await open(replies)
  await tick(user, 'Waves')
  await user.click(within(bar()).getByRole('button', { name: 'Move' }))
  await user.selectOptions(await screen.findByRole('combobox', { name: /^Category/ }), 'Uncategorized')
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Move' }))
  expect(await within(screen.getByRole('dialog')).findByText('Please select a category')).toBeTruthy()
  await user.keyboard('{Escape}')
  expect(await screen.findByText('1 selected', { selector: '[role=status]' })).toBeTruthy()
})

test('deleting many updates the list, its counts and the selection optimistically', async () => {
  let answer: (value: undefined) => void = () => undefined
  const asked = new Promise<undefined>((resolve) => {
    answer = resolve
  })
  const library = libraryOf(...books)
  const page = await open([
    ...library,
    reply(documentsApi.removeMany, async () => {
      await asked
      return refuse(commonErrors.unavailable)
    }),
  ])
  await tick(page.user, 'Waves')
  await tick(page.user, 'Heat')
  await page.user.click(within(bar()).getByRole('button', { name: 'Delete' }))
  const question = await screen.findByRole('alertdialog', { name: 'Delete 2 documents' })
  expect(
    within(question).getByText(
      "Are you sure you want to delete 2 documents? This action cannot be undone and will remove the documents from all users' favorites.",
    ),
  ).toBeTruthy()
  expect(within(question).getByText('A superadmin can restore them for 30 days. Favorites are not restored.')).toBeTruthy()
  await page.user.click(within(question).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('2 documents available')).toBeTruthy()
  expect(screen.queryByText('Waves')).toBeNull()
  expect(screen.getByRole('button', { name: /^Science/ }).textContent).toContain('1 document')

  answer(undefined)
  expect(await screen.findByText('4 documents available')).toBeTruthy()
  expect(screen.getByText('Waves')).toBeTruthy()
  expect(screen.getByText(commonErrors.unavailable.message)).toBeTruthy()
  expect(screen.getByText('2 selected', { selector: '[role=status]' })).toBeTruthy()
})

test('reports the number of deleted documents and clears the selection', async () => {
  const page = await open()
  await tick(page.user, 'Waves')
  await tick(page.user, 'Heat')
  await page.user.click(within(bar()).getByRole('button', { name: 'Delete' }))
  await page.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('2 documents were deleted.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected documents' })).toBeNull())
  expect(sentTo(page, documentsApi.removeMany).map(({ body }) => body)).toEqual([{ ids: ['waves', 'heat'] }])
})

test('deleting one selected document asks with the sentence for one', async () => {
  const { user } = await open()
  await tick(user, 'Waves')
  await user.click(within(bar()).getByRole('button', { name: 'Delete' }))
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain('Are you sure you want to delete "Waves"?')
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('after a deletion the keyboard focus stays in the list', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Delete Waves' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByText('Waves')).toBeNull())
  await waitFor(() => expect(globalThis.document.activeElement?.contains(screen.getByText('Heat'))).toBe(true))
  await waitFor(() => expect(globalThis.document.activeElement).not.toBe(globalThis.document.body))
})

const deleteOne = async (user: User, title: string) => {
  await user.click(screen.getByRole('button', { name: `Delete ${title}` }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
}

test('a superadmin undoes the deletion of one document', async () => {
  const page = await open(libraryOf(...books), 'superadmin')
  await deleteOne(page.user, 'Waves')
  await screen.findByText('"Waves" was deleted.')
  await page.user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('1 document was restored.')).toBeTruthy()
  expect(screen.queryByText('"Waves" was deleted.')).toBeNull()
  expect(await screen.findByRole('checkbox', { name: 'Select Waves' })).toBeTruthy()
  expect(sentTo(page, documentsApi.restoreMany).map(({ body }) => body)).toEqual([{ ids: ['waves'] }])
})

test('a superadmin undoes the deletion of many, and is informed of a failure', async () => {
  const page = await open([...libraryOf(...books), reply(documentsApi.restoreMany, refuse(commonErrors.unavailable))], 'superadmin')
  await tick(page.user, 'Waves')
  await tick(page.user, 'Heat')
  await page.user.click(within(bar()).getByRole('button', { name: 'Delete' }))
  await page.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await screen.findByText('2 documents were deleted.')
  await page.user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText(commonErrors.unavailable.message)).toBeTruthy()
  expect(sentTo(page, documentsApi.restoreMany).map(({ body }) => body)).toEqual([{ ids: ['waves', 'heat'] }])
})

test('an admin undoes the deletion of one document, although only superadmins have the trash', async () => {
  const page = await open()
  await deleteOne(page.user, 'Waves')
  await screen.findByText('"Waves" was deleted.')
  await page.user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('1 document was restored.')).toBeTruthy()
  expect(await screen.findByRole('checkbox', { name: 'Select Waves' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'More actions' })).toBeNull()
})

test('an Undo after the deadline says so', async () => {
  const { user } = await open([...libraryOf(...books), reply(documentsApi.restoreMany, { restored: 0 })])
  await deleteOne(user, 'Waves')
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(
    await screen.findByText('Nothing was restored. These documents have already been restored, or it is too late to restore them.'),
  ).toBeTruthy()
})
