import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { commonErrors } from '#contract/errors.ts'
import { type FakeReply, refuse, reply, unreachable } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { type Thought, thoughtsApi } from '../thoughts.contract.ts'
import { ThoughtsPage } from './ThoughtsPage.tsx'

const thought = (text: string, order: number, fields: Partial<Thought> = {}): Thought => ({
  _id: text.toLowerCase(),
  thought: text,
  author: '',
  order,
  isActive: true,
  createdAt: '2026-11-21T05:30:00.000Z',
  ...fields,
})

/** A server with these thoughts, the first active one of which is today's. */
const server = (...texts: string[]) => {
  let kept = texts.map((text, index) => thought(text, index + 1))
  const put = (next: Thought[]) => {
    kept = next.toSorted((one, other) => one.order - other.order)
    return { items: kept, nextCursor: null }
  }
  return [
    reply(thoughtsApi.list, () => put(kept)),
    reply(thoughtsApi.today, () => kept.find(({ isActive }) => isActive) ?? null),
    reply(thoughtsApi.create, ({ body }) => {
      const made = thought(String(body.thought), kept.length + 1, { author: String(body.author) })
      put([...kept, made])
      return made
    }),
    reply(thoughtsApi.update, ({ params, body }) => {
      put(kept.map((each) => (each._id === params.id ? { ...each, ...body } : each)))
      return kept.find(({ _id }) => _id === params.id) ?? refuse(commonErrors.notFound)
    }),
    reply(thoughtsApi.remove, ({ params }) => {
      put(kept.filter(({ _id }) => _id !== params.id))
      return undefined
    }),
    reply(thoughtsApi.reorder, ({ body }) => {
      const places = new Map((body.thoughts as { id: string; order: number }[]).map(({ id, order }) => [id, order]))
      return put(kept.map((each) => ({ ...each, order: places.get(each._id) ?? each.order })))
    }),
  ]
}

const show = (...replies: FakeReply[]) => {
  const page = renderPage(<ThoughtsPage />, { as: 'manager', at: '/thoughts', replies })
  const press = async (name: string) => page.user.click(await screen.findByRole('button', { name }))
  const rows = () => screen.getAllByRole('row').map((row) => row.getAttribute('aria-label'))
  return { ...page, press, rows }
}

test('shows today’s thought above the list, which has a count', async () => {
  show(...server('Read', 'Write'))
  expect(await screen.findByRole('heading', { name: 'All Thoughts (2)' })).toBeTruthy()
  expect(screen.getByText('Active thoughts rotate daily')).toBeTruthy()
  const banner = await screen.findByRole('region', { name: "Today's Thought" })
  expect(await within(banner).findByText('Read')).toBeTruthy()
  expect(within(await screen.findByRole('row', { name: 'Read' })).getByText('Today')).toBeTruthy()
})

test('without thoughts the page offers to add one; if none is active it says what students see', async () => {
  const { press } = show(...server())
  expect(await screen.findByText('No thoughts yet')).toBeTruthy()
  expect(await screen.findByText(/^None is active/)).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'All Thoughts (0)' })).toBeTruthy()
  await press('Bulk Import')
  expect(await screen.findByRole('dialog', { name: 'Bulk Import' })).toBeTruthy()
})

test('thoughts that fail to load can be retried', async () => {
  show(...server(), reply(thoughtsApi.list, refuse(commonErrors.notAllowed)))
  expect(await screen.findByText(commonErrors.notAllowed.message)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
})

test('if only today’s thought fails to load, its box shows the error and a button to retry', async () => {
  let calls = 0
  const { press } = show(
    ...server('Read'),
    reply(thoughtsApi.today, () => {
      calls += 1
      return calls === 1 ? refuse(commonErrors.notAllowed) : { ...thought('Read', 1) }
    }),
  )
  const banner = within(await screen.findByRole('region', { name: "Today's Thought" }))
  expect(await banner.findByText("Today's thought could not be loaded.")).toBeTruthy()
  await press('Try again')
  expect(await banner.findByText('Read')).toBeTruthy()
})

test('adds a thought, and requires its text', async () => {
  const { user, press, rows } = show(...server('Read'))
  await press('Add Thought')
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Thought' }))
  await user.click(dialog.getByRole('button', { name: 'Add Thought' }))
  expect(await dialog.findByText('Thought text is required')).toBeTruthy()
  await user.fill(dialog.getByLabelText('Thought'), 'Write')
  await user.fill(dialog.getByLabelText('Author'), 'Seneca')
  await user.click(dialog.getByRole('button', { name: 'Add Thought' }))
  expect(await screen.findByText('Thought added successfully')).toBeTruthy()
  await waitFor(() => expect(rows()).toEqual(['Read', 'Write']))
  expect(screen.getByText('— Seneca')).toBeTruthy()
})

test('edits a thought and clears its author without reverting a concurrent activation', async () => {
  const [list, ...others] = server('Read')
  expect(list).toBeTruthy()
  const read = thought('Read', 1, { author: 'Seneca', isActive: false })
  const { user, press, calls } = show(...others, reply(thoughtsApi.list, { items: [read], nextCursor: null }))
  await press('Edit Read')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Thought' }))
  await user.clear(dialog.getByLabelText('Author'))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Thought updated successfully')).toBeTruthy()
  expect(calls.find(({ endpoint }) => endpoint === thoughtsApi.update)?.received.body).toEqual({ thought: 'Read', author: '' })
})

test('deactivates a thought optimistically, by sending all of it', async () => {
  const { press, calls } = show(...server('Read', 'Write'))
  await press('Deactivate Read')
  expect(within(screen.getByRole('row', { name: 'Read' })).getByText('Inactive')).toBeTruthy()
  expect(await screen.findByText('Thought deactivated successfully')).toBeTruthy()
  expect(calls.find(({ endpoint }) => endpoint === thoughtsApi.update)?.received.body).toEqual(thought('Read', 1, { isActive: false }))
  await press('Activate Read')
  expect(await screen.findByText('Thought activated successfully')).toBeTruthy()
})

test('reverts a failed deactivation with the error text, for five seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  const { press } = show(...server('Read'), reply(thoughtsApi.update, unreachable))
  await press('Deactivate Read')
  expect(await screen.findByText('Failed to update thought. The server could not be reached.')).toBeTruthy()
  expect(within(screen.getByRole('row', { name: 'Read' })).getByText('Active')).toBeTruthy()
  act(() => vi.advanceTimersByTime(5_000))
  expect(screen.queryByText(/Failed to update thought/)).toBeNull()
})

test('moves a thought optimistically, and sends the whole order, counted from 1', async () => {
  const { press, rows, calls } = show(...server('Read', 'Write', 'Rest'))
  await press('Move Rest up')
  expect(rows()).toEqual(['Read', 'Rest', 'Write'])
  expect(await screen.findByText('Thoughts reordered successfully')).toBeTruthy()
  expect(calls.find(({ endpoint }) => endpoint === thoughtsApi.reorder)?.received.body).toEqual({
    thoughts: [
      { id: 'read', order: 1 },
      { id: 'rest', order: 2 },
      { id: 'write', order: 3 },
    ],
  })
})

test('sends two consecutive moves one after the other', async () => {
  const answers: (() => void)[] = []
  const slow = reply(thoughtsApi.reorder, async () => {
    await new Promise<void>((resolve) => answers.push(resolve))
    return { items: [], nextCursor: null }
  })
  const { press, rows, calls } = show(...server('Read', 'Write', 'Rest'), slow)
  await press('Move Rest up')
  await press('Move Rest up')
  expect(rows()).toEqual(['Rest', 'Read', 'Write'])
  const sent = () => calls.filter(({ endpoint }) => endpoint === thoughtsApi.reorder).length
  expect(sent()).toBe(1)
  answers[0]?.()
  await waitFor(() => expect(sent()).toBe(2))
  answers[1]?.()
  await screen.findByText('Thoughts reordered successfully')
})

test('reloads the list with the error text after a failed move', async () => {
  const { press, rows, calls } = show(...server('Read', 'Write'), reply(thoughtsApi.reorder, unreachable))
  await press('Move Write up')
  expect(await screen.findByText('Failed to reorder thoughts. The server could not be reached.')).toBeTruthy()
  await waitFor(() => expect(rows()).toEqual(['Read', 'Write']))
  await waitFor(() => expect(calls.filter(({ endpoint }) => endpoint === thoughtsApi.list).length).toBe(2))
})

test('deletes a thought after a confirmation', async () => {
  const { user, press, rows } = show(...server('Read', 'Write'))
  await press('Delete Read')
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText('Are you sure you want to delete this thought?')).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Thought deleted successfully')).toBeTruthy()
  await waitFor(() => expect(rows()).toEqual(['Write']))
})

const imported = reply(thoughtsApi.bulkImport, ({ body }) => ({ imported: (body.thoughts as unknown[]).length, items: [] }))

test('an import previews the result of each line, then sends them all', async () => {
  const { user, press, calls } = show(...server(), imported)
  await press('Bulk Import')
  const dialog = within(await screen.findByRole('dialog', { name: 'Bulk Import' }))
  await user.click(dialog.getByRole('button', { name: 'Import' }))
  expect(await dialog.findByText('Please enter thoughts to import')).toBeTruthy()
  await user.click(dialog.getByLabelText('Thoughts'))
  await user.paste('“Read slowly” – Seneca\n\nWrite')
  const lines = within(dialog.getByRole('region', { name: 'Preview: 2 thoughts' })).getAllByRole('listitem')
  expect(lines.map((line) => line.textContent)).toEqual(['Read slowly— Seneca', 'Write— Anonymous'])
  await user.click(dialog.getByRole('button', { name: 'Import' }))
  expect(await screen.findByText('Successfully imported 2 thoughts')).toBeTruthy()
  expect(calls.find(({ endpoint }) => endpoint === thoughtsApi.bulkImport)?.received.body).toEqual({
    thoughts: [
      { thought: 'Read slowly', author: 'Seneca' },
      { thought: 'Write', author: 'Anonymous' },
    ],
  })
})

test('an import names the lines that are too long, and sends nothing', async () => {
  const { user, press } = show(...server())
  await press('Bulk Import')
  const dialog = within(await screen.findByRole('dialog', { name: 'Bulk Import' }))
  await user.click(dialog.getByLabelText('Thoughts'))
  await user.paste(`Read\n${'a'.repeat(501)}`)
  expect(dialog.getByText('Line 2: Please use at most 500 characters')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Import' }))
  expect(await dialog.findByText('One line cannot be imported. Please correct it.')).toBeTruthy()
})

test('a failed import keeps the typed text', async () => {
  const { user, press } = show(...server(), reply(thoughtsApi.bulkImport, unreachable))
  await press('Bulk Import')
  const dialog = within(await screen.findByRole('dialog', { name: 'Bulk Import' }))
  await user.click(dialog.getByLabelText('Thoughts'))
  await user.paste('Read')
  await user.click(dialog.getByRole('button', { name: 'Import' }))
  expect(await dialog.findByText('Failed to import thoughts. The server could not be reached.')).toBeTruthy()
  expect((dialog.getByLabelText('Thoughts') as HTMLTextAreaElement).value).toBe('Read')
})

test('an import asks before pasted text is discarded', async () => {
  const { user, press } = show(...server())
  await press('Bulk Import')
  const dialog = within(await screen.findByRole('dialog', { name: 'Bulk Import' }))
  await user.click(dialog.getByLabelText('Thoughts'))
  await user.paste('Read')
  await user.keyboard('{Escape}')
  await screen.findByRole('alertdialog', { name: 'Discard your changes?' })
  await press('Keep editing')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect((dialog.getByLabelText('Thoughts') as HTMLTextAreaElement).value).toBe('Read')
})
