import { waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { chatApi } from '#chat/conversations/conversations.contract.ts'
import type { Role } from '#contract/actor.ts'
import { commonErrors } from '#contract/errors.ts'
import { noticesApi } from '#hall/notices/notices.contract.ts'
import { managed } from '#hall/notices/web/testing/notices.ts'
import { dashboard } from '#home/dashboard/web/testing/dashboard.ts'
import { cashReply } from '#money/cashbox/web/testing/box.ts'
import { feesApi } from '#money/fees/fees.contract.ts'
import { figuresApi } from '#money/figures/figures.contract.ts'
import { locksReply } from '#money/locks/web/testing/locks.ts'
import { oversightApi } from '#money/oversight/oversight.contract.ts'
import { account } from '#money/receipts/web/testing/papers.ts'
import { accountErrors, accountsApi } from '#people/accounts/accounts.contract.ts'
import { accountsOnUsers, signInAgain } from '#people/accounts/accounts.pages.tsx'
import type { Me } from '#people/accounts/accounts.replies.contract.ts'
import { givenMe } from '#people/accounts/web/testing/me.ts'
import { rosterOnUsers } from '#people/roster/roster.pages.tsx'
import { seatsApi } from '#people/seats/seats.contract.ts'
import { seatsOnUsers } from '#people/seats/seats.pages.tsx'
import { usersApi } from '#people/users/users.contract.ts'
import { loadUserScreens } from '#people/users/web/userScreens.ts'
import { backupApi } from '#system/backup/backup.contract.ts'
import { call } from './api/call.ts'
import { queryClient } from './api/queryClient.ts'
import { getSession } from './api/session.ts'
import { AppRoutes, preparePage } from './routes.tsx'
import { type FakeReply, refuse, reply } from './testing/fakeServer.ts'
import { renderPage } from './testing/renderPage.tsx'

const over = refuse(commonErrors.notSignedIn)

/** A server that has ended the session once `session.isOver`, until a person signs in. */
const openPage = (at: string, role: Role, next: Me = givenMe(role)) => {
  const session = { isOver: false, token: 1, answered: [] as FakeReply['endpoint'][] }
  const answerTo = (endpoint: FakeReply['endpoint'], given: unknown) => () => {
    if (session.isOver) return over
    session.answered.push(endpoint)
    return given
  }
  const live = (endpoint: FakeReply['endpoint'], given: unknown): FakeReply =>
    reply(endpoint as typeof accountsApi.me, answerTo(endpoint, given) as never)
  const page = renderPage(<AppRoutes />, {
    at,
    as: role,
    replies: [
      dashboard(),
      live(accountsApi.me, givenMe(role)),
      live(usersApi.list, { items: [], nextCursor: null }),
      live(usersApi.create, givenMe('student', 'student-9')),
      live(seatsApi.list, { items: [], nextCursor: null }),
      live(feesApi.accounts, { items: [], nextCursor: null }),
      live(feesApi.account, { ...account, owed: 0, owedSince: null, open: [] }),
      locksReply(),
      live(figuresApi.figures, { ending: 0, ended: 0, owes: 0, freeSeats: 38, uncharged: 0 }),
      live(noticesApi.mine, { items: [], nextCursor: null }),
      live(noticesApi.all, { items: [managed('Holiday')], nextCursor: null }),
      live(noticesApi.create, managed('Closed')),
      live(chatApi.unread, { count: 0 }),
      live(backupApi.warning, { warning: null, lastAt: null, isOnSameDisk: false }),
      reply(oversightApi.summary, { month: '2026-11', count: 0, kinds: [], clerks: [] }),
      cashReply(),
      reply(accountsApi.login, ({ body }) => {
        if (body.password !== 'correct horse') return refuse(accountErrors.wrongSignIn)
        session.isOver = false
        session.token += 1
        return { token: `token ${session.token}`, user: next }
      }),
    ],
  })
  const again = async () => within(await page.findByRole('dialog', { name: 'Sign in again' }))
  const signInAgainWith = async (password: string) => {
    const dialog = await again()
    await page.user.fill(dialog.getByLabelText(/^Email/), 'asha@example.org')
    await page.user.type(dialog.getByLabelText(/^Password/), password)
    await page.user.click(dialog.getByRole('button', { name: 'Sign In' }))
  }
  return { ...page, session, again, signInAgainWith }
}

const isHidden = () => document.documentElement.hasAttribute('data-session-ended')
const inStorage = () => JSON.stringify({ ...localStorage, ...sessionStorage })

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
})

beforeAll(async () => {
  for (const path of ['/login', '/users', '/notices', '/dashboard']) await preparePage(path)
  await import('#hall/notices/web/NoticesAcross.tsx')
  await import('#chat/conversations/web/UnreadCount.tsx')
  await import('#chat/conversations/web/notifications/Notifier.tsx')
  await loadUserScreens({ ...rosterOnUsers, ...accountsOnUsers, ...seatsOnUsers })
  await signInAgain.load()
})

const addStudent = async (page: ReturnType<typeof openPage>) => {
  await page.user.click(await page.findByRole('button', { name: 'Add User' }))
  const form = within(await page.findByRole('dialog', { name: 'Add User' }))
  await page.user.fill(form.getByLabelText(/^Name/), 'Ravi Kumar')
  await page.user.fill(form.getByLabelText(/^Phone/), '9820628374')
  page.session.isOver = true
  await page.user.click(form.getByRole('button', { name: 'Create user' }))
  return form
}

describe('a session that ends while a student is added', () => {
  test('asks for the sign-in over the page, and loses nothing of what was typed', async () => {
    const page = openPage('/users', 'manager')
    await addStudent(page)
    const dialog = await page.again()
    expect(dialog.getByText('Your session ended. Sign in again to go on. What you typed is still here.')).toBeTruthy()
    expect(document.title).toBe('Sign in again · Library System')
    expect([isHidden(), page.queryByRole('dialog', { name: 'Add User' })]).toEqual([true, null])
    expect([getSession(), inStorage().includes('Asha'), inStorage().includes('"token')]).toEqual([null, false, false])
    await page.signInAgainWith('correct horse')
    const form = within(await page.findByRole('dialog', { name: 'Add User' }))
    expect(page.queryByRole('dialog', { name: 'Sign in again' })).toBeNull()
    expect([isHidden(), page.address(), document.title]).toEqual([false, '/users', 'User Management · Library System'])
    expect(form.getByText('Your session ended. Please try again.')).toBeTruthy()
    expect((form.getByLabelText(/^Name/) as HTMLInputElement).value).toBe('Ravi Kumar')
    await page.user.click(form.getByRole('button', { name: 'Create user' }))
    expect(await page.findByText('User created successfully!')).toBeTruthy()
    const created = page.calls.filter(({ endpoint }) => endpoint === usersApi.create).map(({ received }) => received.body)
    expect(created).toHaveLength(2)
    expect(created[1]).toEqual(created[0])
    expect(created[1]).toMatchObject({ name: 'Ravi Kumar', phone: '9820628374' })
    expect(getSession()?.token).toBe('token 2')
    expect(await page.findByLabelText(/^Amount/)).toBeTruthy()
  })

  test('repeats the reads of the page after the sign-in', async () => {
    const page = openPage('/users', 'manager')
    await addStudent(page)
    const lists = () => page.session.answered.filter((endpoint) => endpoint === usersApi.list).length
    const before = lists()
    await page.signInAgainWith('correct horse')
    await waitFor(() => expect(lists()).toBeGreaterThan(before))
  })

  test('stays over the page after a wrong password', async () => {
    const page = openPage('/users', 'manager')
    await addStudent(page)
    await page.signInAgainWith('wrong')
    expect(await (await page.again()).findByText(accountErrors.wrongSignIn.message)).toBeTruthy()
    expect(isHidden()).toBe(true)
    await page.user.keyboard('{Escape}')
    expect(await page.again()).toBeTruthy()
  })

  test('leaves nothing on the screen and in memory for another person who signs in', async () => {
    const page = openPage('/users', 'manager', givenMe('student', 'another'))
    await addStudent(page)
    await page.signInAgainWith('correct horse')
    await waitFor(() => expect(page.address()).toBe('/dashboard'))
    expect(await page.findByRole('heading', { name: 'Dashboard' })).toBeTruthy()
    expect(page.queryByDisplayValue('Ravi Kumar')).toBeNull()
    expect(queryClient.getQueryCache().findAll({ queryKey: [usersApi.list.path] })).toEqual([])
    expect([isHidden(), getSession()?.user._id]).toEqual([false, 'another'])
  })

  test('leaves nothing for a person who chooses to sign in as someone else', async () => {
    const page = openPage('/users', 'manager')
    await addStudent(page)
    await page.user.click((await page.again()).getByRole('button', { name: 'Sign in as someone else' }))
    await waitFor(() => expect(page.address()).toBe('/login'))
    expect(page.queryByDisplayValue('Ravi Kumar')).toBeNull()
    expect([isHidden(), queryClient.getQueryCache().findAll({ queryKey: [usersApi.list.path] })]).toEqual([false, []])
    expect(getSession()).toBeNull()
  })

  test('ends with the page if the account has expired', async () => {
    const page = openPage('/users', 'manager')
    await page.user.click(await page.findByRole('button', { name: 'Add User' }))
    const form = within(await page.findByRole('dialog', { name: 'Add User' }))
    await page.user.fill(form.getByLabelText(/^Name/), 'Ravi Kumar')
    vi.stubGlobal('fetch', async () => Response.json({ ...commonErrors.expired, expired: true }, { status: 403 }))
    await call(accountsApi.me).catch(() => undefined)
    expect(await page.findByText('Account Expired')).toBeTruthy()
    expect(page.address()).toBe('/login')
  })
})

test('keeps a notice that is being written when the session ends', async () => {
  const page = openPage('/notices', 'manager')
  await page.user.click(await page.findByRole('button', { name: 'New Notice' }))
  const form = within(await page.findByRole('dialog', { name: 'New Notice' }))
  await page.user.fill(form.getByLabelText(/^Title/), 'Closed')
  await page.user.fill(form.getByLabelText(/^Content/), 'On Monday')
  await page.user.selectOptions(form.getByLabelText('Priority'), '8')
  page.session.isOver = true
  await page.user.click(form.getByRole('button', { name: 'Save notice' }))
  await page.signInAgainWith('correct horse')
  const kept = within(await page.findByRole('dialog', { name: 'New Notice' }))
  await page.user.click(kept.getByRole('button', { name: 'Save notice' }))
  expect(await page.findByText('Notice saved.')).toBeTruthy()
  const sent = page.calls.findLast(({ endpoint }) => endpoint === noticesApi.create)?.received.body
  expect(sent).toMatchObject({ title: 'Closed', content: 'On Monday', priority: '8' })
})

test.each([
  ['nothing was typed', async () => {}],
  [
    'what was typed is sent or cleared',
    async (page: ReturnType<typeof openPage>) => {
      const search = await page.findByRole('searchbox')
      await page.user.fill(search, 'asha')
      await page.user.clear(search)
    },
  ],
])('a session that ends while %s leads to the sign-in page', async (_, before) => {
  const page = openPage('/users', 'manager')
  await page.findByText('No users yet')
  await before(page)
  page.session.isOver = true
  await call(accountsApi.me).catch(() => undefined)
  await waitFor(() => expect(page.address()).toBe('/login'))
  expect(page.getByRole('button', { name: 'Sign In' })).toBeTruthy()
  expect(page.queryByRole('dialog')).toBeNull()
})
