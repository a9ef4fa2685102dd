import { waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { HalvedSeat } from '#people/seats/web/testing/seatOf.ts'
import { reply } from '#web/testing/fakeServer.ts'
import { usersApi } from '../../users.contract.ts'
import { openUsers, people, person, seats } from '../testing/usersPage.tsx'

const asha = person()
const bela = person({ _id: 'two', name: 'Bela Roy', email: 'bela@example.org' })
const profiles = reply(usersApi.profile, ({ params }) => (params.id === 'two' ? bela : asha))

const openList = (at = '/users') => openUsers('manager', [people(asha, bela), profiles], at)
type Opened = ReturnType<typeof openUsers>

const panelOf = (page: Opened, name: string) => page.findByRole('dialog', { name })
const rowOf = (page: Opened, name: string) => page.getByRole('link', { name }).closest('tr')
const onPhone = () => vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))

const scrolled = vi.fn()
beforeEach(() => {
  scrolled.mockReset()
  Element.prototype.scrollIntoView = scrolled
})

test('opens the panel with Enter and focuses it, and returns the focus to the row on Escape', async () => {
  const page = openList()
  const row = await page.findByRole('link', { name: 'Asha Devi' })
  row.focus()
  await page.user.keyboard('{Enter}')
  const panel = await panelOf(page, 'Asha Devi')
  await waitFor(() => expect(document.activeElement).toBe(panel))
  expect(panel.getAttribute('aria-modal')).toBeNull()
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(page.getByRole('link', { name: 'Asha Devi' }))
  expect(page.address()).toBe('/users')
})

test('keeps the list usable: another row changes the panel, its row is marked, and Back closes', async () => {
  const page = openList()
  await page.user.click(await page.findByRole('link', { name: 'Asha Devi' }))
  await panelOf(page, 'Asha Devi')
  expect(rowOf(page, 'Asha Devi')?.getAttribute('aria-current')).toBe('true')
  await page.user.click(within(rowOf(page, 'Bela Roy') as HTMLElement).getByText('bela@example.org'))
  const panel = await panelOf(page, 'Bela Roy')
  expect(page.queryByRole('dialog', { name: 'Asha Devi' })).toBeNull()
  expect(page.address()).toBe('/users?person=two')
  expect([rowOf(page, 'Asha Devi'), rowOf(page, 'Bela Roy')].map((row) => row?.getAttribute('aria-current'))).toEqual([null, 'true'])
  expect(scrolled).toHaveBeenCalledTimes(2)
  await page.user.click(within(panel).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(page.address()).toBe('/users'))
  expect(page.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(page.getByRole('link', { name: 'Bela Roy' })))
})

test('says that a person was deleted, although the panel with the button is closed by then', async () => {
  let answer = () => {}
  const deleted = new Promise<undefined>((resolve) => {
    answer = () => resolve(undefined)
  })
  const page = openUsers('admin', [people(asha, bela), profiles, reply(usersApi.remove, () => deleted)], '/users?person=one')
  await page.user.click(await within(await panelOf(page, 'Asha Devi')).findByRole('button', { name: 'Delete' }))
  await page.user.click(within(await page.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(page.queryByRole('dialog', { name: 'Asha Devi' })).toBeNull())
  answer()
  expect(await page.findByText('User deleted successfully!')).toBeTruthy()
})

test('leaves Escape to a field of the page, and the focus to a person who is typing', async () => {
  const page = openList('/users?person=one')
  await panelOf(page, 'Asha Devi')
  const search = await page.findByRole('searchbox', { name: 'Search users' })
  await page.user.type(search, 'be{Escape}')
  expect(page.getByRole('dialog', { name: 'Asha Devi' })).toBeTruthy()
  search.focus()
  await waitFor(() => expect(page.address()).toContain('person=one'))
})

test('opens the person in a URL next to the list, and returns to the list on close', async () => {
  const page = openList('/users?role=student&person=two')
  await page.user.click(within(await panelOf(page, 'Bela Roy')).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(page.address()).toBe('/users?role=student'))
})

test('leaves a link opened in another tab to the browser', async () => {
  const page = openList()
  const row = await page.findByRole('link', { name: 'Asha Devi' })
  row.addEventListener('click', (event) => event.preventDefault())
  await page.user.keyboard('{Control>}')
  await page.user.click(row)
  expect(page.address()).toBe('/users')
  expect(row.getAttribute('href')).toBe('/users?person=one')
})

test('is a sheet above the page on a phone', async () => {
  onPhone()
  const page = openList()
  await page.user.click(await page.findByRole('link', { name: 'Asha Devi' }))
  const sheet = await panelOf(page, 'Asha Devi')
  expect(sheet.closest('[data-sheet]')).not.toBeNull()
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(page.address()).toBe('/users'))
})

const taken: HalvedSeat = {
  seatNumber: 12,
  morning: { userId: 'one', name: 'Asha Devi', slot: 'morning', terminationDate: null, isExpired: false, owed: 0, phone: null },
  afternoon: { userId: 'two', name: 'Bela Roy', slot: 'afternoon', terminationDate: null, isExpired: false, owed: 0, phone: null },
}

test('opens from a seat of the map, keeps it marked, and returns the focus to it', async () => {
  const page = openUsers('manager', [people(), seats(taken), profiles], '/users?view=seats')
  const morning = await page.findByRole('button', { name: /^Seat 12, morning/ })
  morning.focus()
  await page.user.keyboard('{Enter}')
  await panelOf(page, 'Asha Devi')
  expect(morning.getAttribute('aria-current')).toBe('true')
  const afternoon = page.getByRole('button', { name: /^Seat 12, afternoon/ })
  await page.user.click(afternoon)
  await panelOf(page, 'Bela Roy')
  expect([morning, afternoon].map((seat) => seat.getAttribute('aria-current'))).toEqual([null, 'true'])
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(afternoon))
  expect(page.address()).toBe('/users?view=seats')
})
