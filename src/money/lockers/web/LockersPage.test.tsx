import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import type { Role } from '#contract/actor.ts'
import { roomsApi } from '#people/rooms/rooms.contract.ts'
import { person } from '#people/users/web/testing/usersPage.tsx'
import { type FakeReply, refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { lockerErrors, lockersApi } from '../lockers.contract.ts'
import type { Locker } from '../lockers.shapes.contract.ts'
import { LockersPage } from './LockersPage.tsx'
import { AddScreen, AssignScreen, EditScreen, FeesScreen, HistoryScreen, TakeBackScreen } from './lockerScreens.ts'
import { MyLocker } from './MyLocker.tsx'
import { PanelLocker } from './PanelLocker.tsx'

beforeAll(async () => {
  for (const lazy of [AssignScreen, TakeBackScreen, HistoryScreen, AddScreen, FeesScreen, EditScreen]) await lazy.load()
})

const locker = (number: string, change: Partial<Locker> = {}): Locker => ({
  ...{ _id: `locker-${number}`, number, keyNumber: `K${number}`, fee: 100, holder: null, since: null },
  ...{ room: { _id: 'quiet', name: 'Quiet Room' }, ...change },
})
const holder = { _id: 'asha', name: 'Asha Devi', isEnded: false }
const taken = locker('12', { holder, since: '2026-11-20' })
const listed = (...items: Locker[]) => reply(lockersApi.list, { items, nextCursor: null, total: items.length })
const quote = reply(lockersApi.quote, { fee: { month: 11, year: 2026, amount: 37 }, isCharged: false })

const rooms = reply(roomsApi.list, { rooms: [{ _id: 'quiet', name: 'Quiet Room', floor: '' }], seats: [], outages: [] })

const open = (as: Role, ...replies: FakeReply[]) => {
  const page = renderPage(<LockersPage />, { as, at: '/fees/lockers', replies: [listed(locker('2'), taken), ...replies] })
  const press = async (name: string | RegExp) => page.user.click(await screen.findByRole('button', { name }))
  const sent = (endpoint: object) => page.calls.filter((call) => call.endpoint === endpoint).map(({ received }) => received.body)
  return { ...page, press, sent }
}

test('lists lockers with key, room, fee and student', async () => {
  open('manager')
  const rows = within(await screen.findByRole('list', { name: 'Lockers' })).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    '2FreeKey K2 · Quiet Room · ₹100 a monthAssign',
    '12Asha DeviKey K12 · Quiet Room · since 20 Nov 2026 · ₹100 a monthTake back',
  ])
  expect(screen.queryByRole('button', { name: 'Add lockers' })).toBeNull()
})

test('takes a locker back, and sends whether the key was returned', async () => {
  const page = open('manager', reply(lockersApi.takeBack, locker('12')))
  await page.press('Take back locker 12')
  const dialog = within(await screen.findByRole('dialog', { name: 'Take back locker 12' }))
  await page.user.click(dialog.getByRole('switch', { name: 'The key was returned' }))
  await page.user.fill(dialog.getByLabelText('Note'), 'Lost it')
  await page.user.click(dialog.getByRole('button', { name: 'Take back' }))
  expect(await screen.findByText('Locker 12 is free.')).toBeTruthy()
  expect(page.sent(lockersApi.takeBack)).toEqual([{ studentId: 'asha', keyReturned: false, note: 'Lost it' }])
})

test('adds a range of lockers with one press after the form is open', async () => {
  const page = open('superadmin', rooms, reply(lockersApi.create, { items: [locker('1'), locker('2')], nextCursor: null }))
  await page.press('Add lockers')
  const dialog = within(await screen.findByRole('dialog', { name: 'Add lockers' }))
  expect(dialog.getByText('Lockers 1 to 24')).toBeTruthy()
  await page.user.fill(dialog.getByLabelText('Monthly fee (₹)'), '100')
  await page.user.click(dialog.getByRole('button', { name: 'Add lockers' }))
  expect(await screen.findByText('2 lockers were added.')).toBeTruthy()
  expect(page.sent(lockersApi.create)).toEqual([{ first: 1, count: 24, keyPrefix: 'K', fee: 100 }])
})

test('changes the key of an assigned locker, and sends nothing else', async () => {
  const page = open('superadmin', rooms, reply(lockersApi.update, { ...taken, keyNumber: 'K12b' }))
  await page.press('More about locker 12')
  await page.user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit locker 12' }))
  await page.user.clear(dialog.getByLabelText('Key number'))
  await page.user.fill(dialog.getByLabelText('Key number'), 'K12b')
  await page.user.click(dialog.getByRole('button', { name: 'Save locker' }))
  expect(await screen.findByText('Locker 12 was saved.')).toBeTruthy()
  expect(page.sent(lockersApi.update)).toEqual([{ keyNumber: 'K12b' }])
})

test('managers see who had a locker, and cannot edit it', async () => {
  const page = open('manager')
  await page.press('More about locker 12')
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Who had it'])
})

const panel = (locked: Locker | null, ...replies: FakeReply[]) => {
  const page = renderPage(<PanelLocker user={person({ _id: 'asha', name: 'Asha Devi' })} />, {
    as: 'manager',
    replies: [reply(lockersApi.ofStudent, { locker: locked, free: 1 }), listed(locker('2')), quote, ...replies],
  })
  const sent = () => page.calls.filter(({ endpoint }) => endpoint === lockersApi.assign).map(({ received }) => received.body)
  return { ...page, sent }
}

test('assigns a locker from the panel at the proposed fee, or at another one with a reason', async () => {
  let tries = 0
  const { user, sent } = panel(
    null,
    reply(lockersApi.assign, () => (++tries === 1 ? refuse(lockerErrors.taken) : { ...locker('2'), holder })),
  )
  await user.click(await screen.findByRole('button', { name: 'Assign locker' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Assign a locker' }))
  await user.selectOptions(dialog.getByLabelText(/^Locker/), await dialog.findByRole('option', { name: '2 · key K2 · Quiet Room' }))
  const amount = await dialog.findByLabelText('Fee for November 2026 (₹)')
  expect(amount).toHaveProperty('value', '37')
  await user.click(dialog.getByRole('button', { name: 'Assign locker' }))
  expect(await dialog.findByText(lockerErrors.taken.message)).toBeTruthy()
  await user.clear(amount)
  await user.type(amount, '30')
  await user.fill(await dialog.findByLabelText(/^Reason/), 'Door is stiff')
  await user.click(dialog.getByRole('button', { name: 'Assign locker' }))
  expect(await screen.findByText('Asha Devi has locker 2.')).toBeTruthy()
  expect(sent()).toEqual([
    { studentId: 'asha', expected: 37 },
    { studentId: 'asha', amount: 30, reason: 'Door is stiff', expected: 37 },
  ])
})

test('asks for the fee no more once the locker is being assigned, which the server would refuse', async () => {
  const { user, calls } = panel(
    null,
    reply(lockersApi.assign, () => ({ ...locker('2'), holder })),
  )
  const asked = () => calls.filter(({ endpoint }) => endpoint === lockersApi.quote).length
  await user.click(await screen.findByRole('button', { name: 'Assign locker' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Assign a locker' }))
  await user.selectOptions(dialog.getByLabelText(/^Locker/), await dialog.findByRole('option', { name: '2 · key K2 · Quiet Room' }))
  await dialog.findByLabelText('Fee for November 2026 (₹)')
  expect(asked()).toBe(1)
  await user.click(dialog.getByRole('button', { name: 'Assign locker' }))
  expect(await screen.findByText('Asha Devi has locker 2.')).toBeTruthy()
  expect(asked()).toBe(1)
})

test('shows what a dearer locker costs more, and loads the amount again if it has changed', async () => {
  let amount = 200
  const { user, sent } = panel(
    null,
    reply(lockersApi.quote, () => ({ fee: { month: 11, year: 2026, amount }, isCharged: true })),
    reply(lockersApi.assign, () => {
      if (amount === 300) return { ...locker('2'), holder }
      amount = 300
      return refuse(lockerErrors.changed)
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Assign locker' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Assign a locker' }))
  await user.selectOptions(dialog.getByLabelText(/^Locker/), await dialog.findByRole('option', { name: '2 · key K2 · Quiet Room' }))
  expect(await dialog.findByText('What this locker costs more than the one that this student had this month.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Assign locker' }))
  expect(await dialog.findByText(lockerErrors.changed.message)).toBeTruthy()
  await waitFor(() => expect(dialog.getByLabelText('Fee for November 2026 (₹)')).toHaveProperty('value', '300'))
  await user.click(dialog.getByRole('button', { name: 'Assign locker' }))
  expect(await screen.findByText('Asha Devi has locker 2.')).toBeTruthy()
  expect(sent()).toEqual([
    { studentId: 'asha', expected: 200 },
    { studentId: 'asha', expected: 300 },
  ])
})

test('shows the locker and its key in the panel, and the student their own', async () => {
  const own = { locker: taken, free: 0 }
  renderPage(<PanelLocker user={person({ _id: 'asha' })} />, { as: 'manager', replies: [reply(lockersApi.ofStudent, own)] })
  expect(await screen.findByText('Locker 12 · key K12')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Take back' })).toBeTruthy()
  renderPage(<MyLocker studentId="asha" />, { as: 'student', replies: [reply(lockersApi.ofStudent, own)] })
  expect(await screen.findByText('Quiet Room · ₹100 a month · Since 20 Nov 2026')).toBeTruthy()
})
