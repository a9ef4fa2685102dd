import { within } from '@testing-library/react'
import { beforeAll } from 'vitest'
import type { Role } from '#contract/actor.ts'
import { accountsOnUsers } from '#people/accounts/accounts.pages.tsx'
import { roomsApi } from '#people/rooms/rooms.contract.ts'
import { rosterOnUsers } from '#people/roster/roster.pages.tsx'
import { seatsApi } from '#people/seats/seats.contract.ts'
import { seatsOnUsers } from '#people/seats/seats.pages.tsx'
import { loadSeatScreens } from '#people/seats/web/seatScreens.ts'
import { type HalvedSeat, seatOf } from '#people/seats/web/testing/seatOf.ts'
import { visitsApi } from '#people/visits/visits.contract.ts'
import { type FakeReply, type Received, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { type User, usersApi } from '../../users.contract.ts'
import { PersonPanel, preparePanel } from '../panel/PersonPanel.tsx'
import { UsersPage } from '../UsersPage.tsx'
import { loadUserScreens } from '../userScreens.ts'
import type { UserSlots } from '../userSlots.ts'

/** The slots of the other people features on the page. */
const slots = { ...seatsOnUsers, ...rosterOnUsers, ...accountsOnUsers }

// Loads the code before the first test.
beforeAll(() => Promise.all([loadUserScreens(slots), preparePanel(slots), loadSeatScreens()]))

export const person = (fields: Partial<User> = {}): User => ({
  _id: 'one',
  name: 'Asha Devi',
  email: 'asha@example.org',
  role: 'student',
  terminationDate: null,
  dob: null,
  dateJoinedLibrary: null,
  slot: null,
  seatNumber: null,
  phone: null,
  monthlyFee: null,
  profilePictureUrl: null,
  createdAt: '2026-11-21T05:30:00.000Z',
  ...fields,
})

/** The list, with these people in it. */
export const people = (...items: User[]) => reply(usersApi.list, { items, nextCursor: null, total: items.length })

/** All seats are free except these. */
export const seats = (...taken: HalvedSeat[]) =>
  reply(seatsApi.list, {
    items: Array.from({ length: 38 }, (_, index) =>
      seatOf(taken.find(({ seatNumber }) => seatNumber === index + 1) ?? { seatNumber: index + 1, morning: null, afternoon: null }),
    ),
    nextCursor: null,
    total: 38,
  })

/** Nothing comes before the whole map. */
export const noFirstView = reply(seatsApi.first, { shift: 'none', items: [] })

/** A hall without rooms. */
const noRooms = reply(roomsApi.list, { rooms: [], seats: [], outages: [] })

/** For the toolbar of the map. */
const nobodyInside = reply(visitsApi.inside, { items: [], nextCursor: null, total: 0 })

/** Renders the page with the panel next to it, as the frame does. */
export const openUsers = (as: Role, replies: readonly FakeReply[], at = '/users', more: UserSlots = {}) =>
  renderPage(
    <>
      <UsersPage slots={{ ...slots, ...more }} />
      <PersonPanel slots={{ ...slots, ...more }} />
    </>,
    { as, at, replies: [nobodyInside, noRooms, noFirstView, seats(), ...replies] },
  )
type Opened = ReturnType<typeof openUsers>

/** Returns what the last mutating call sent. */
export const sentBy = (page: Opened): Received | undefined =>
  page.calls.filter(({ endpoint }) => endpoint.method !== 'GET').at(-1)?.received

const formOf = async (page: Opened, title: string) => {
  const form = within(await page.findByRole('dialog', { name: title }))
  return {
    ...page,
    form,
    type: (label: RegExp, text: string) => page.user.type(form.getByLabelText(label), text),
    /** For tests that are not about typing: each key re-renders the whole form. */
    paste: (label: RegExp, text: string) => page.user.fill(form.getByLabelText(label), text),
  }
}

/** Opens the form for a new account. */
export const openCreate = async (as: Role, ...replies: FakeReply[]) => {
  const page = openUsers(as, [people(), ...replies])
  await page.findByText('No users yet')
  await page.user.click(page.getAllByRole('button', { name: 'Add User' })[0] as HTMLElement)
  const opened = await formOf(page, 'Add User')
  return {
    ...opened,
    /** Opens the part with the fields that are rarely changed. */
    openMore: () => page.user.click(opened.form.getByRole('button', { name: /^More/ })),
    /** The name, and with `phone` how the person signs in. */
    fillIn: async (phone = '9820628374') => {
      await opened.paste(/^Name/, 'Asha Devi')
      if (phone) await opened.paste(/^Phone/, phone)
    },
    submit: () => page.user.click(opened.form.getByRole('button', { name: 'Create user' })),
  }
}

/** Opens the form for an existing account. */
export const openEdit = async (as: Role, user: User, ...replies: FakeReply[]) => {
  const page = openUsers(as, [people(user), ...replies])
  await page.user.click(await page.findByRole('button', { name: `Edit ${user.name}` }))
  const opened = await formOf(page, 'Edit User')
  return { ...opened, submit: () => page.user.click(opened.form.getByRole('button', { name: 'Save changes' })) }
}
