import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { holdTimers } from '#web/testing/holdTimers.ts'
import { document, everythingInView, history, libraryOf, physics, show } from './testing/library.tsx'

const scrolledTo = vi.fn()
beforeEach(() => {
  everythingInView()
  scrolledTo.mockReset()
  Element.prototype.scrollIntoView = function scrollIntoView() {
    scrolledTo(this.textContent)
  }
})

const library = libraryOf(
  document('optics', 'Optics', physics),
  document('waves', 'Waves', physics),
  document('heat', 'Heat', physics),
  document('rome', 'Rome', history),
)
const marked = () => screen.queryAllByText('New').map((mark) => mark.closest('li')?.querySelector('p')?.textContent)

test('the address of an upload opens the branch, marks and scrolls to the new rows, and is then cleaned', async () => {
  const { address } = show('admin', library, '/documents?category=physics&new=optics,waves')
  expect(await screen.findByText('Optics')).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Physics/, expanded: true })).toBeTruthy()
  expect(marked()).toEqual(['Optics', 'Waves'])
  await waitFor(() => expect(address()).toBe('/documents'))
  expect(scrolledTo.mock.calls.map(([text]) => String(text).slice(0, 7))).toEqual(['Physics', 'PDFOpti'])
})

test('the rows are highlighted for six seconds, and their label stays', async () => {
  const fading = holdTimers(6_000)
  show('admin', library, '/documents?category=physics&new=optics')
  const row = () => screen.getByText('Optics').closest('.min-h-18')
  expect(await screen.findByText('New')).toBeTruthy()
  expect(row()?.classList.contains('bg-primary-soft')).toBe(true)
  await fading.run()
  expect(row()?.classList.contains('bg-primary-soft')).toBe(false)
  expect(marked()).toEqual(['Optics'])
})

test('offers people who upload the next upload for the same category', async () => {
  show('admin', library, '/documents?category=history&new=rome')
  const link = await screen.findByRole('link', { name: 'Upload another' })
  expect(link.getAttribute('href')).toBe('/upload?category=history')
  expect(await within(link.closest('li') as HTMLElement).findByText('Rome')).toBeTruthy()
})

test('shows a student only the labels', async () => {
  show('student', library, '/documents?category=history&new=rome')
  expect(await screen.findByText('New')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Upload another' })).toBeNull()
})

test.each(['category=unknown&new=nobody', 'new=,,', 'category=&new=', 'category=physics'])(
  'marks nothing for an incomplete address: %s',
  async (query) => {
    const { address } = show('admin', library, `/documents?${query}`)
    expect(await screen.findByText('4 documents available')).toBeTruthy()
    expect(await screen.findByText('Optics')).toBeTruthy()
    expect(marked()).toEqual([])
    await waitFor(() => expect(address()).toBe('/documents'))
  },
)

test('shows new documents in their branch even to people who chose covers, and keeps that choice', async () => {
  window.localStorage.setItem('documents page', '[["admin-1",{"view":"covers"}]]')
  const shown = show('admin', library, '/documents?category=physics&new=waves')
  expect(await screen.findByRole('list', { name: 'Documents in Physics' })).toBeTruthy()
  expect(marked()).toEqual(['Waves'])
  shown.unmount()
  show('admin', library)
  expect(await screen.findByRole('radio', { name: 'Covers', checked: true })).toBeTruthy()
})
