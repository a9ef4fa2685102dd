import { within } from '@testing-library/react'
import { beforeAll } from 'vitest'
import type { Role } from '#contract/actor.ts'
import { type FakeReply, type Received, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { type Seat, type User, usersApi } from '../../users.contract.ts'
import { loadSeatScreens } from '../seatMap/seatScreens.ts'
import { UsersPage } from '../UsersPage.tsx'
import { loadUserScreens } from '../userScreens.ts'

// Their code is there.
beforeAll(() => Promise.all([loadUserScreens(), loadSeatScreens()]))

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

/** All seats free but these. */
export const seats = (...taken: Seat[]) =>
  reply(usersApi.seats, {
    items: Array.from(
      { length: 38 },
      (_, index): Seat =>
        taken.find(({ seatNumber }) => seatNumber === index + 1) ?? { seatNumber: index + 1, morning: null, afternoon: null },
    ),
    nextCursor: null,
    total: 38,
  })

export const openUsers = (as: Role, replies: readonly FakeReply[], at = '/users') => renderPage(<UsersPage />, { as, at, replies })
type Opened = ReturnType<typeof openUsers>

/** What the last changing call sent. */
export const sentBy = (page: Opened): Received | undefined =>
  page.calls.filter(({ endpoint }) => endpoint.method !== 'GET').at(-1)?.received

const formOf = async (page: Opened, title: string) => {
  const form = within(await page.findByRole('dialog', { name: title }))
  return {
    ...page,
    form,
    type: (label: RegExp, text: string) => page.user.type(form.getByLabelText(label), text),
    /** For what is not about the typing: each key draws the whole form again. */
    paste: async (label: RegExp, text: string) => {
      await page.user.click(form.getByLabelText(label))
      await page.user.paste(text)
    },
  }
}

/** The form for a new account. */
export const openCreate = async (as: Role, ...replies: FakeReply[]) => {
  const page = openUsers(as, [people(), ...replies])
  await page.findByText('No users yet')
  await page.user.click(page.getAllByRole('button', { name: 'Add User' })[0] as HTMLElement)
  const opened = await formOf(page, 'Add User')
  return {
    ...opened,
    fillIn: async () => {
      await opened.paste(/^Name/, 'Asha Devi')
      await opened.paste(/^Email/, 'asha@example.org')
      await opened.paste(/^Password/, 'long enough')
    },
    submit: () => page.user.click(opened.form.getByRole('button', { name: 'Create user' })),
  }
}

/** The form for someone who is there. */
export const openEdit = async (as: Role, user: User, ...replies: FakeReply[]) => {
  const page = openUsers(as, [people(user), ...replies])
  await page.user.click(await page.findByRole('button', { name: `Edit ${user.name}` }))
  const opened = await formOf(page, 'Edit User')
  return { ...opened, submit: () => page.user.click(opened.form.getByRole('button', { name: 'Save changes' })) }
}
