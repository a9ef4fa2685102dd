import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../testing/renderPage.tsx'
import { initials } from './Avatar.tsx'
import { Button } from './Button.tsx'
import { confirm } from './confirm.ts'
import { Dialog } from './Dialog.tsx'
import { Loaded } from './Loaded.tsx'
import { LoadMore } from './LoadMore.tsx'
import { Page } from './Page.tsx'
import { ProgressBar } from './ProgressBar.tsx'
import { SearchField } from './SearchField.tsx'
import { type Column, Table } from './Table.tsx'
import { toast } from './toast.ts'
import { useUnreadInTitle } from './unreadInTitle.ts'

test('a page names itself in the browser tab', () => {
  renderPage(
    <Page title="Documents" about="Everything there is">
      <p>content</p>
    </Page>,
  )
  expect(screen.getByRole('heading', { level: 1, name: 'Documents' })).toBeTruthy()
  expect(document.title).toBe('Documents · Library System')
})

const Unread = ({ chat, notices }: { chat: number; notices: number }) => {
  useUnreadInTitle('chat', chat)
  useUnreadInTitle('notices', notices)
  return <Page title="Documents">content</Page>
}

test('the browser tab counts unread chats and notices', () => {
  const titleWith = (chat: number, notices: number) => {
    renderPage(<Unread {...{ chat, notices }} />).unmount()
    return document.title
  }
  expect(titleWith(3, 2)).toBe('(5) Documents · Library System')
  expect(titleWith(0, 2)).toBe('(2) Documents · Library System')
  expect(titleWith(0, 0)).toBe('Documents · Library System')
})

test('announces a success message politely and removes it after three seconds', () => {
  vi.useFakeTimers()
  renderPage(<p>page</p>)
  const region = screen.getByRole('region', { name: 'Notifications' })
  expect(region.getAttribute('aria-live')).toBe('polite')
  act(() => toast.success('Saved'))
  expect(region.textContent).toContain('Saved')
  act(() => vi.advanceTimersByTime(2_900))
  expect(region.textContent).toContain('Saved')
  act(() => vi.advanceTimersByTime(200))
  expect(region.textContent).toBe('')
  vi.useRealTimers()
})

test('keeps an error message until it is closed, and does not repeat it', async () => {
  const { user } = renderPage(<p>page</p>)
  act(() => {
    toast.error('Failed to delete user')
    toast.error('Failed to delete user')
  })
  expect(screen.getAllByText('Failed to delete user')).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByText('Failed to delete user')).toBeNull()
})

test('keeps a message with an action for ten seconds, and for as long as it has the focus', () => {
  vi.useFakeTimers()
  renderPage(<p>page</p>)
  const region = screen.getByRole('region', { name: 'Notifications' })
  act(() => toast.success('Deleted', undefined, { label: 'Undo', onPress: () => undefined }))
  act(() => vi.advanceTimersByTime(9_900))
  act(() => screen.getByRole('button', { name: 'Undo' }).focus())
  act(() => vi.advanceTimersByTime(60_000))
  expect(region.textContent).toContain('Deleted')
  act(() => screen.getByRole('button', { name: 'Undo' }).blur())
  act(() => vi.advanceTimersByTime(10_100))
  expect(region.textContent).toBe('')
  vi.useRealTimers()
})

test('F6 goes to the action of a message and back, and a press runs it once and returns the focus', async () => {
  const undone = vi.fn()
  const { user } = renderPage(<Button>Work</Button>)
  const work = screen.getByRole('button', { name: 'Work' })
  act(() => work.focus())
  await user.keyboard('{F6}')
  await waitFor(() => expect(document.activeElement).toBe(work))
  act(() => toast.success('Deleted', undefined, { label: 'Undo', onPress: undone }))
  await user.keyboard('{F6}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Undo' })))
  await user.keyboard('{F6}')
  await waitFor(() => expect(document.activeElement).toBe(work))
  await user.keyboard('{F6}{Enter}')
  expect(undone).toHaveBeenCalledOnce()
  expect(screen.queryByText('Deleted')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(work))
})

test('keeps two messages with an action each, even with the same text', () => {
  renderPage(<p>page</p>)
  act(() => {
    for (const _ of [1, 2]) toast.success('Deleted', undefined, { label: 'Undo', onPress: () => undefined })
  })
  expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(2)
})

const Asking = () => {
  const [answer, setAnswer] = useState('nothing')
  const ask = async () => setAnswer(String(await confirm({ title: 'Delete', text: 'Are you sure?', confirm: 'Delete it', isDanger: true })))
  return (
    <>
      <Button onPress={ask}>Ask</Button>
      <p>{`answer: ${answer}`}</p>
    </>
  )
}

test.each([
  ['Delete it', 'answer: true'],
  ['Cancel', 'answer: false'],
])('a question that is answered with %s', async (press, answer) => {
  const { user } = renderPage(<Asking />)
  const asking = screen.getByRole('button', { name: 'Ask' })
  await user.click(asking)
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete' })
  expect(dialog.textContent).toContain('Are you sure?')
  await user.click(screen.getByRole('button', { name: press }))
  expect(await screen.findByText(answer)).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(asking))
})

test('Escape means no', async () => {
  const { user } = renderPage(<Asking />)
  await user.click(screen.getByRole('button', { name: 'Ask' }))
  await screen.findByRole('alertdialog')
  await user.keyboard('{Escape}')
  expect(await screen.findByText('answer: false')).toBeTruthy()
})

const Searching = () => {
  const [text, setText] = useState('')
  return <SearchField label="Search documents" value={text} onChange={setText} />
}

test('a search is cleared by its button and by Escape, and keeps the focus', async () => {
  const { user } = renderPage(<Searching />)
  const search = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search documents' })
  await user.type(search, 'heat')
  await user.click(screen.getByRole('button', { name: 'Clear search' }))
  await waitFor(() => expect([search.value, document.activeElement]).toEqual(['', search]))
  await user.type(search, 'light{Escape}')
  expect(search.value).toBe('')
  expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull()
})

const columns: Column<{ id: string; pages: number }>[] = [
  { key: 'title', title: 'Title', isMain: true, cell: ({ id }) => id },
  { key: 'pages', title: 'Pages', numeric: true, cell: ({ pages }) => pages },
]

test('a table is a table for screen readers', () => {
  renderPage(<Table label="Books" columns={columns} rows={[{ id: 'Heat', pages: 12 }]} rowKey={({ id }) => id} />)
  expect(screen.getByRole('table', { name: 'Books' })).toBeTruthy()
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Title', 'Pages'])
  expect(screen.getByRole('cell', { name: '12' })).toBeTruthy()
})

test('the rows that a long table leaves out take no columns of their own', () => {
  const rows = Array.from({ length: 500 }, (_, at) => ({ id: `Book ${at}`, pages: at }))
  // jsdom gives every row the height 0, which would make all of them visible.
  const height = vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(72)
  const { container } = renderPage(<Table label="Books" columns={columns} rows={rows} rowKey={({ id }) => id} />)
  const gaps = [...container.querySelectorAll('td[colspan]')]
  expect(gaps.length).toBeGreaterThan(0)
  expect(gaps.map((gap) => gap.getAttribute('colspan'))).toEqual(gaps.map(() => '2'))
  height.mockRestore()
})

const answer = { data: undefined, error: null, isFetching: true, refetch: () => {} }
const loaded = (of: Parameters<typeof Loaded<string>>[0]['of']) => (
  <Loaded of={of} skeleton={<p>skeleton</p>} failed="Failed to load books">
    {(data) => <p>{data}</p>}
  </Loaded>
)

test('shows a skeleton while loading, the sentence and Retry after a failure, and the data once it is loaded', async () => {
  const refetch = vi.fn()
  const { rerender, user } = renderPage(loaded(answer))
  expect(screen.getByText('skeleton')).toBeTruthy()
  rerender(loaded({ ...answer, isFetching: false, error: new Error('x'), refetch }))
  expect(screen.getByRole('alert').textContent).toContain('Failed to load books')
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(refetch).toHaveBeenCalledOnce()
  rerender(loaded({ ...answer, data: 'Heat', error: new Error('a refresh that failed') }))
  expect(screen.getByText('Heat')).toBeTruthy()
})

test('the end of a list loads more by its button too', async () => {
  const fetchNextPage = vi.fn()
  const { user } = renderPage(
    <LoadMore of={{ hasNextPage: true, isFetchingNextPage: false, isFetchNextPageError: false, fetchNextPage }} />,
  )
  await user.click(screen.getByRole('button', { name: 'Load more' }))
  expect(fetchNextPage).toHaveBeenCalledOnce()
})

test('a busy button keeps the focus, announces it, and does nothing', () => {
  const press = vi.fn()
  renderPage(
    <Button onPress={press} isPending pendingText="Saving…">
      Save
    </Button>,
  )
  const button = screen.getByRole('button', { name: 'Saving…' })
  button.focus()
  fireEvent.click(button)
  expect([press.mock.calls.length, document.activeElement === button, button.getAttribute('aria-busy')]).toEqual([0, true, 'true'])
})

test('progress has its figures visibly and for screen readers', () => {
  renderPage(<ProgressBar label="Uploading" value={0.42} figures="4.1 MB of 9.8 MB" />)
  const bar = screen.getByRole('progressbar', { name: 'Uploading' })
  expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuetext')]).toEqual(['42', '42%, 4.1 MB of 9.8 MB'])
})

test.each([
  ['Asha Devi', 'AD'],
  ['mohan', 'M'],
  ['  Venkata  raghavan Subramaniam ', 'VS'],
  ['अनिता सिंह', 'असिं'],
  ['', ''],
])('the initials of %j are %j', (name, expected) => {
  expect(initials(name)).toBe(expected)
})

test('a press outside a dialog closes it, unless typed text could be lost', async () => {
  const onClose = vi.fn()
  const dialog = (keepsWhatIsTyped: boolean) => (
    <Dialog title="Books" isOpen onClose={onClose} keepsWhatIsTyped={keepsWhatIsTyped}>
      <p>content</p>
    </Dialog>
  )
  const { user, rerender } = renderPage(dialog(true))
  const beside = () => screen.getByRole('dialog').parentElement?.parentElement as HTMLElement
  await user.click(beside())
  expect(onClose).not.toHaveBeenCalled()
  rerender(dialog(false))
  await user.click(beside())
  expect(onClose).toHaveBeenCalledOnce()
})
