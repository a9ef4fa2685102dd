import { waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { chatApi } from '#chat/conversations/conversations.contract.ts'
import { encryptionApi } from '#chat/encryption/encryption.contract.ts'
import { moderationApi } from '#chat/moderation/moderation.contract.ts'
import { moderationPages } from '#chat/moderation/moderation.pages.tsx'
import type { Role } from '#contract/actor.ts'
import { commonErrors } from '#contract/errors.ts'
import { hall } from '#hall/landing/web/testing/hall.ts'
import { noticesApi } from '#hall/notices/notices.contract.ts'
import { staffScreen } from '#home/dashboard/web/DashboardPage.tsx'
import { dashboard, occupancy } from '#home/dashboard/web/testing/dashboard.ts'
import { cashLine } from '#money/cashbox/cashbox.pages.tsx'
import { cashReply } from '#money/cashbox/web/testing/box.ts'
import { feesApi } from '#money/fees/fees.contract.ts'
import { figuresApi } from '#money/figures/figures.contract.ts'
import { oversightApi } from '#money/oversight/oversight.contract.ts'
import { accountsApi } from '#people/accounts/accounts.contract.ts'
import { accountsOnUsers } from '#people/accounts/accounts.pages.tsx'
import { givenMe } from '#people/accounts/web/testing/me.ts'
import { rosterOnUsers } from '#people/roster/roster.pages.tsx'
import { OccupancyScreen } from '#people/seats/web/occupancy/occupancyScreen.ts'
import { usersApi } from '#people/users/users.contract.ts'
import { loadUserScreens } from '#people/users/web/userScreens.ts'
import { backupApi, type SystemState } from '#system/backup/backup.contract.ts'
import { backupBanner } from '#system/backup/backup.pages.tsx'
import { getSession, signIn } from './api/session.ts'
import { AppRoutes, preparePage } from './routes.tsx'
import { slideInPanel } from './shell/BottomBar.tsx'
import { type FakeReply, refuse, reply } from './testing/fakeServer.ts'
import { renderPage } from './testing/renderPage.tsx'

const open = (at: string, as?: Role, ...replies: FakeReply[]) =>
  renderPage(<AppRoutes />, {
    at,
    ...(as && { as }),
    replies: [
      dashboard(),
      occupancy,
      reply(usersApi.list, { items: [], nextCursor: null }),
      reply(feesApi.accounts, { items: [], nextCursor: null }),
      reply(figuresApi.figures, { ending: 0, ended: 0, owes: 0, freeSeats: 38, uncharged: 0 }),
      cashReply(),
      reply(oversightApi.summary, { month: '2026-11', count: 0, kinds: [], clerks: [] }),
      reply(chatApi.unread, { count: 0 }),
      reply(moderationApi.openReports, { count: 2 }),
      reply(noticesApi.mine, { items: [], nextCursor: null }),
      reply(backupApi.warning, { warning: null, lastAt: null, isOnSameDisk: false }),
      reply(accountsApi.logout, undefined),
      ...hall(),
      ...(as ? [reply(accountsApi.me, givenMe(as))] : []),
      ...replies,
    ],
  })

const narrow = () => vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))

// jsdom has no layout to scroll.
beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
})

// What suspends during a test's first render would never continue, and during a press is an error, so its code is loaded before.
beforeAll(async () => {
  for (const path of ['/', '/login', '/dashboard', '/users']) await preparePage(path)
  await Promise.all(
    [staffScreen, ...moderationPages.map(({ entry }) => entry?.count), backupBanner.screen, cashLine, OccupancyScreen, slideInPanel].map(
      (screen) => screen?.load(),
    ),
  )
  await import('#hall/landing/web/FollowLanding.tsx')
  await import('#hall/notices/web/NoticesAcross.tsx')
  await import('#chat/conversations/web/UnreadCount.tsx')
  await import('#chat/conversations/web/notifications/Notifier.tsx')
  await loadUserScreens({ ...rosterOnUsers, ...accountsOnUsers })
})

/** In the order of the specification. */
const menus: [Role, string[]][] = [
  ['student', ['Profile', 'Dashboard', 'Documents', 'Chat', 'Favorites', 'Notices', 'Accessibility']],
  ['manager', ['Chat', 'Manage Users', 'Fee Management', 'Notices', 'Thoughts']],
  [
    'admin',
    [
      'Dashboard',
      'Documents',
      'Chat',
      'Upload Document',
      'Manage Users',
      'Categories',
      'Fee Management',
      'Notices',
      'Thoughts',
      'Chat Monitoring',
      'Announcements',
      'Gallery',
      'Customization',
      'Accessibility',
    ],
  ],
  [
    'superadmin',
    [
      'Dashboard',
      'Documents',
      'Chat',
      'Upload Document',
      'Manage Users',
      'Categories',
      'Fee Management',
      'Notices',
      'Thoughts',
      'Chat Monitoring',
      'Announcements',
      'Gallery',
      'Customization',
      'Accessibility',
    ],
  ],
]

/** The entries that the specification gives to any role's menu; other features may add theirs in between. */
const namesIn = (menu: HTMLElement): (string | null)[] =>
  within(menu)
    .getAllByRole('link')
    .map((link) => link.textContent.replace(/\d.*/, ''))
    .filter((name) => menus.some(([, names]) => names.includes(name ?? '')))

test.each(menus)('the sidebar of a %s', async (role, names) => {
  const page = open(role === 'manager' ? '/users' : '/dashboard', role)
  const menu = await page.findByRole('navigation', { name: 'Main menu' })
  expect(namesIn(menu)).toEqual(names)
})

test.each(menus)('the slide-in menu of a %s has the same entries and logout', async (role, names) => {
  narrow()
  const page = open(role === 'manager' ? '/users' : '/dashboard', role)
  await page.findByRole('heading', { level: 1 })
  await page.user.click(page.getByRole('button', { name: 'More' }))
  const dialog = await page.findByRole('dialog', { name: 'Main menu' })
  expect(namesIn(dialog)).toEqual(names)
  expect(within(dialog).getByRole('button', { name: 'Logout' })).toBeTruthy()
})

test.each<[Role, string[]]>([
  ['manager', ['Fee Management']],
  ['admin', ['Upload Document', 'Fee Management', 'Chat Monitoring', 'Gallery']],
  ['student', []],
])('a gap follows these entries in the menu of a %s', async (role, names) => {
  const page = open(role === 'manager' ? '/users' : '/dashboard', role)
  const entries = within(await page.findByRole('navigation', { name: 'Main menu' })).getAllByRole('listitem')
  const divided = entries.filter(({ className }) => className.includes('mb-3'))
  expect(divided.map((entry) => within(entry).getByRole('link').textContent.replace(/\d.*/, ''))).toEqual(names)
})

test.each<[Role, string[]]>([
  ['student', ['Dashboard', 'Documents', 'Chat', 'Notices', 'More']],
  ['manager', ['Users', 'Fees', 'Chat', 'Notices', 'More']],
  ['admin', ['Dashboard', 'Users', 'Fees', 'Chat', 'More']],
  ['superadmin', ['Dashboard', 'Users', 'Fees', 'Chat', 'More']],
])('the bottom bar of a phone has these entries for a %s', async (role, names) => {
  narrow()
  const page = open(role === 'manager' ? '/users' : '/dashboard', role)
  const bar = within(await page.findByRole('navigation', { name: 'Most used pages' }))
  const shown = [...bar.getAllByRole('link'), bar.getByRole('button')]
  expect(shown.map(({ textContent }) => textContent?.replace(/\d.*/, ''))).toEqual(names)
})

test('names the new reports in the menu of those who decide them', async () => {
  const page = open('/dashboard', 'admin')
  expect(await page.findByRole('link', { name: /^Chat Monitoring\s*2 new reports$/ })).toBeTruthy()
})

test('the open page is marked in the menu', async () => {
  const page = open('/users', 'admin')
  expect((await page.findByRole('link', { name: 'Manage Users' })).getAttribute('aria-current')).toBe('page')
})

test.each(['/dashboard', '/users'])('without a session %s leads to the sign-in', async (at) => {
  const page = open(at)
  await waitFor(() => expect(page.address()).toBe('/login'))
  expect(page.getByRole('button', { name: 'Sign In' })).toBeTruthy()
})

test.each<[string, Role | undefined]>([
  ['/', undefined],
  ['/landing', undefined],
  ['/', 'manager'],
])('%s is the landing page, for everyone', async (at, as) => {
  const page = open(at, as)
  expect(await page.findByRole('heading', { name: 'Welcome to Saraswati Hall' })).toBeTruthy()
  expect(page.address()).toBe(at)
})

test('/students leads to the users', async () => {
  const page = open('/students', 'manager')
  await waitFor(() => expect(page.address()).toBe('/users'))
})

test('shows a spinner while the session is checked, and nothing of the page', async () => {
  const page = open(
    '/dashboard',
    'admin',
    reply(accountsApi.me, () => new Promise(() => {})),
  )
  expect((await page.findByRole('status')).textContent).toBe('Checking your session…')
  expect(page.queryByRole('navigation')).toBeNull()
})

test('forgets a stored session that has ended meanwhile', async () => {
  const page = open('/dashboard', 'admin', reply(accountsApi.me, refuse(commonErrors.notSignedIn)))
  await waitFor(() => expect(page.address()).toBe('/login'))
  expect(getSession()).toBeNull()
})

test('tells an expired account so on the login page', async () => {
  const page = open('/dashboard', 'student', reply(accountsApi.me, refuse(commonErrors.expired, { expired: true })))
  expect(await page.findByText('Account Expired')).toBeTruthy()
  expect(page.address()).toBe('/login')
})

test('a check that fails can be tried again', async () => {
  let calls = 0
  const me = reply(accountsApi.me, () => {
    calls += 1
    return calls === 1 ? refuse({ ...commonErrors.unavailable, status: 429 }) : givenMe('manager')
  })
  const page = open('/users', 'manager', me)
  await page.user.click(await page.findByRole('button', { name: 'Retry' }))
  expect(await page.findByRole('heading', { name: 'User Management' })).toBeTruthy()
})

test('uses the hall’s days for seats and accounts, from the check of the session', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00.000Z') })
  const { timeZone: _, ...student } = { ...givenMe('student'), terminationDate: '2026-11-21' }
  const me = reply(accountsApi.me, { ...givenMe('manager'), timeZone: 'Pacific/Auckland' })
  const page = open('/users', 'manager', me, reply(usersApi.list, { items: [student], nextCursor: null }))
  expect(await page.findByText('Expired 21 Nov 2026')).toBeTruthy()
  vi.useRealTimers()
})

test('does not check a fresh sign-in again', async () => {
  const page = open('/login')
  signIn({ token: 'fresh', user: givenMe('manager') })
  expect(await page.findByRole('heading', { name: 'User Management' })).toBeTruthy()
  const asked = () => page.calls.map(({ endpoint }) => endpoint.path).toSorted()
  await waitFor(() => expect(asked()).toEqual(['/chat/unread', '/notice/user', '/user', '/user/fees/closings/cash', '/user/figures']))
})

test('a role that has changed on the server changes what is shown', async () => {
  const page = open('/users', 'manager', reply(accountsApi.me, givenMe('student')))
  expect(await page.findByRole('heading', { name: 'Access Denied' })).toBeTruthy()
})

test('the wrong role sees "Access Denied" within the layout', async () => {
  const page = open('/users', 'student')
  expect(await page.findByRole('heading', { name: 'Access Denied' })).toBeTruthy()
  expect(page.getByRole('navigation', { name: 'Main menu' })).toBeTruthy()
  expect(page.getByRole('link', { name: 'Go to my home page' }).getAttribute('href')).toBe('/dashboard')
})

test('a manager opens the dashboard by its address', async () => {
  const page = open('/dashboard', 'manager')
  expect(await page.findByRole('heading', { name: 'Dashboard' })).toBeTruthy()
})

test('the favorites open for every role, and say that only students have some', async () => {
  const page = open('/favorites', 'admin')
  expect(await page.findByText('No favorite documents')).toBeTruthy()
  expect(page.getByText('Only students can have favorites.')).toBeTruthy()
})

test.each<[string, Role | undefined]>([
  ['/nowhere', undefined],
  ['/chat/nobody', 'admin'],
  ['/users/1/more', 'student'],
])('%s is Page Not Found for %s', async (at, role) => {
  const page = open(at, role)
  expect(await page.findByRole('heading', { name: 'Page Not Found' })).toBeTruthy()
  expect(page.getByText("The page you're looking for doesn't exist.")).toBeTruthy()
  expect(page.queryByRole('navigation') !== null).toBe(role !== undefined)
})

test('the header with name, email and role is only on the dashboard', async () => {
  const page = open('/dashboard', 'admin')
  expect(await page.findByText('Welcome, Asha Devi')).toBeTruthy()
  expect(page.getByText('asha@example.org')).toBeTruthy()
  await page.user.click(page.getByRole('link', { name: 'Manage Users' }))
  await page.findByRole('heading', { name: 'User Management' })
  expect(page.queryByText('Welcome, Asha Devi')).toBeNull()
})

test.each(['/dashboard/', '//dashboard', '/dashboard//'])('%s is the dashboard, with its header and its menu entry', async (at) => {
  const page = open(at, 'admin')
  expect(await page.findByText('Welcome, Asha Devi')).toBeTruthy()
  expect(page.getByRole('link', { name: 'Dashboard' }).getAttribute('aria-current')).toBe('page')
  expect(page.address()).toBe('/dashboard')
})

test('a slash at the end loses neither a search nor a redirect', async () => {
  const page = open('/students/?q=asha', 'manager')
  await waitFor(() => expect(page.address()).toBe('/users'))
  const users = open('/users/?q=asha', 'manager')
  expect(users.address()).toBe('/users?q=asha')
})

test('going to another page moves the focus to its heading and names the tab', async () => {
  const page = open('/dashboard', 'admin')
  await page.findByRole('heading', { name: 'Dashboard' })
  expect(document.title).toBe('Dashboard · Library System')
  await page.user.click(page.getByRole('link', { name: 'Manage Users' }))
  await waitFor(() => expect(document.title).toBe('User Management · Library System'))
  await waitFor(() => expect(page.getByRole('main').contains(document.activeElement)).toBe(true))
})

test('the skip link leads to the content', async () => {
  const page = open('/users', 'manager')
  await page.user.click(await page.findByRole('link', { name: 'Skip to content' }))
  await waitFor(() => expect(document.activeElement).toBe(page.getByRole('main')))
})

test('signing out forgets the session here and ends it on the server', async () => {
  const page = open('/users', 'manager')
  await page.user.click(await page.findByRole('button', { name: /^Account\s*Asha Devi/ }))
  await page.user.click(await page.findByRole('menuitem', { name: 'Logout' }))
  await waitFor(() => expect(page.address()).toBe('/login'))
  expect(getSession()).toBeNull()
  expect(window.localStorage.getItem('token')).toBeNull()
  expect(page.calls.at(-1)?.endpoint.path).toBe('/auth/logout')
})

test('the account menu of the shell asks before it signs out of a browser that has keys', async () => {
  window.localStorage.setItem('encryption-manager-1', JSON.stringify({ isUsed: true }))
  const page = open('/users', 'manager', reply(encryptionApi.devices, { items: [], nextCursor: null }))
  await page.user.click(await page.findByRole('button', { name: /^Account\s*Asha Devi/ }))
  await page.user.click(await page.findByRole('menuitem', { name: 'Logout' }))
  expect(await page.findByRole('dialog', { name: 'Keep this browser able to read encrypted chats?' })).toBeTruthy()
  expect(getSession()).not.toBeNull()
})

test('Logout of the slide-in menu asks the same', async () => {
  narrow()
  window.localStorage.setItem('encryption-manager-1', JSON.stringify({ isUsed: true }))
  const page = open('/users', 'manager', reply(encryptionApi.devices, { items: [], nextCursor: null }))
  await page.findByRole('heading', { level: 1 })
  await page.user.click(page.getByRole('button', { name: 'More' }))
  await page.user.click(within(await page.findByRole('dialog', { name: 'Main menu' })).getByRole('button', { name: 'Logout' }))
  expect(await page.findByRole('dialog', { name: 'Keep this browser able to read encrypted chats?' })).toBeTruthy()
  expect(getSession()).not.toBeNull()
})

test('the System page asks for the last receipt on paper after a restore, and shows the numbers otherwise', async () => {
  let checkNeededSince: string | null = '2026-11-21T06:00:00.000Z'
  const system: SystemState = {
    backups: {
      ...{ folder: '/backups', isReadable: true, isOnSameDisk: false, nextAt: '2026-11-22T21:30:00.000Z' },
      ...{ archives: [], state: 'idle', progress: null, failure: null, missing: 0, damaged: 0 },
    },
    doctor: { state: 'idle', at: '2026-11-20T06:00:00.000Z', failed: false, findings: [], count: 0 },
    storage: { files: 1, database: 1, backups: 1, free: 1, freeForBackups: null },
    versions: { program: '0.1.0', commit: null, committedAt: null, node: '24.21.0', database: 'SQLite 3.50', update: null },
    restored: null,
  }
  const book = () => ({ last: '2026-27/000040', lastVoucher: null, checkNeededSince })
  const page = open(
    '/system',
    'superadmin',
    reply(backupApi.system, system),
    reply(feesApi.receiptBook, book),
    reply(feesApi.confirmReceiptBook, () => {
      checkNeededSince = null
      return book()
    }),
  )
  expect(await page.findByText(/The newest one here is 2026-27\/000040/)).toBeTruthy()
  await page.user.fill(page.getByLabelText(/^Last receipt number on paper/), '2026-27/000040')
  await page.user.click(page.getByRole('button', { name: 'Confirm' }))
  expect(await page.findByRole('region', { name: 'Receipt and voucher numbers' })).toBeTruthy()
})
