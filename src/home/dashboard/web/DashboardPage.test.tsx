import { act, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Role } from '#contract/actor.ts'
import type { Document } from '#library/documents/documents.contract.ts'
import { feesApi } from '#money/fees/fees.contract.ts'
import { account } from '#money/fees/web/testing/feesPage.tsx'
import { UpiDialogScreen } from '#money/receipts/web/upi.ts'
import { customizationApi } from '#system/customization/customization.contract.ts'
import { defaultLanding } from '#system/customization/customization.settings.contract.ts'
import { useCustomization } from '#system/customization/web/customization.queries.ts'
import { untouched } from '#system/customization/web/testing/customization.ts'
import { queryClient, refresh } from '#web/api/queryClient.ts'
import { today } from '#web/api/timeZone.ts'
import { type FakeReply, type Received, refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { replied } from '#web/testing/replied.ts'
import { type Dashboard, homeApi } from '../dashboard.contract.ts'
import { DashboardPage } from './DashboardPage.tsx'
import { dashboard, figures, occupancy } from './testing/dashboard.ts'

const document = (_id: string, fields: Partial<Document> = {}): Document => ({
  _id,
  title: `Book ${_id}`,
  category: null,
  createdAt: '2026-11-21T05:30:00.000Z',
  fileName: 'book.pdf',
  filePath: `/files/${_id}`,
  fileUrl: `/files/${_id}`,
  downloadUrl: `/api/document/${_id}/download`,
  fileSize: 1_000,
  fileType: 'application/pdf',
  coverUrl: null,
  pages: null,
  ...fields,
})
const staffFigures = {
  seats: { endingSoon: 5, freeMorning: 1, freeAfternoon: 9 },
  inside: 14,
  money: { collectedToday: 1_500, collectedThisMonth: 24_600, overdue: 53_500, overdueStudents: 12 },
}
const recent = [document('a'), document('b')]

const open = (as: Role, answer: Partial<Dashboard> | FakeReply = {}) =>
  renderPage(<DashboardPage />, {
    as,
    at: '/dashboard',
    replies: [
      occupancy,
      'endpoint' in answer ? answer : dashboard({ recentDocuments: recent, ...(as !== 'student' && staffFigures), ...answer }),
    ],
  })

test.each<[Role, string[]]>([
  ['student', ['View Documents', 'Favorite Documents']],
  ['manager', ['View Documents']],
  ['admin', ['View Documents', 'Upload Document', 'Manage Students', 'Categories']],
  ['superadmin', ['View Documents', 'Upload Document', 'Manage Students', 'Categories']],
])('the quick actions of a %s', async (role, names) => {
  const page = open(role)
  const actions = within(await page.findByRole('region', { name: 'Quick Actions' })).getAllByRole('link')
  expect(actions.map((link) => link.querySelector('span > span')?.textContent)).toEqual(names)
})

test('tells an owner how many entries there are to check', async () => {
  const page = open('superadmin', { toCheck: 3 })
  expect(await page.findByText(/3 things to check this month/)).toBeTruthy()
  page.unmount()
  queryClient.clear()
  const none = open('superadmin', { toCheck: 0 })
  expect(await none.findByRole('region', { name: 'Statistics' })).toBeTruthy()
  expect(none.queryByText(/to check this month/)).toBeNull()
})

test.each(['admin', 'superadmin'] as const)('shows the figures of an %s', async (role) => {
  const page = open(role)
  const statistics = within(await page.findByRole('region', { name: 'Statistics' }))
  const pairs = statistics.getAllByRole('term').map((term) => [term.textContent, term.parentElement?.querySelector('dd')?.textContent])
  expect(pairs).toEqual([
    ['Total Documents', '1,234'],
    ['Categories', '17'],
    ['Students', '60'],
    ['Recent Activity', '2'],
  ])
})

test('a figure links to its list, and that of the students to those with an active account', async () => {
  const page = open('admin')
  const statistics = within(await page.findByRole('region', { name: 'Statistics' }))
  const links = statistics.getAllByRole('link').map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])
  expect(links).toEqual([
    ['Total Documents: 1,234', '/documents'],
    ['Categories: 17', '/categories'],
    ['Students: 60', '/users?view=list&role=student&status=active'],
  ])
  expect(statistics.getByText('with an active account')).toBeTruthy()
})

const linksOf = (page: ReturnType<typeof open>, region: string) =>
  within(page.getByRole('region', { name: region }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])

test.each(['manager', 'admin', 'superadmin'] as const)('shows a %s the day at a glance, linking each figure to its list', async (role) => {
  const page = open(role)
  await page.findByRole('link', { name: '5 seats end within 7 days' })
  const days = `from=${today()}&to=${today()}`
  expect(linksOf(page, 'Today')).toEqual([
    ['5 seats end within 7 days', '/users?view=list&role=student&status=expiring-7&hasSeat=true'],
    ['1 morning seat free', '/users?view=seats&free=1&half=morning'],
    ['9 afternoon seats free', '/users?view=seats&free=1&half=afternoon'],
    ['14 students inside now', '/users?view=seats&inside=1'],
    ['₹1,500 collected today ₹24,600 this month', `/fees/month-end?${days}`],
    ['₹53,500 overdue from 12 students', '/fees/dues?age=overdue'],
  ])
})

test('says that nothing is to be done, with links to the same lists', async () => {
  const page = open('manager', {
    seats: { endingSoon: 0, freeMorning: 0, freeAfternoon: 0 },
    inside: 0,
    money: { collectedToday: 0, collectedThisMonth: 0, overdue: 0, overdueStudents: 0 },
  })
  await page.findByText('No seats end within 7 days')
  expect(linksOf(page, 'Today').map(([text]) => text)).toEqual([
    'No seats end within 7 days',
    'No morning seats free',
    'No afternoon seats free',
    'No students inside now',
    'Nothing collected today',
    'Nothing is overdue',
  ])
})

test('the figures of the day follow other people’s changes', async () => {
  let collectedToday = 0
  const page = open(
    'manager',
    reply(homeApi.dashboard, () => figures({ ...staffFigures, money: { ...staffFigures.money, collectedToday } })),
  )
  await page.findByText('Nothing collected today')
  collectedToday = 700
  for (const topic of ['users', 'fees', 'customization'] as const) expect(homeApi.dashboard.shows).toContain(topic)
  await act(() => refresh(['fees']))
  expect(await page.findByRole('link', { name: /^₹700 collected today/ })).toBeTruthy()
})

test.each(['admin', 'superadmin'] as const)('tells an %s that the cash box was not closed', async (role) => {
  const page = open(role, { ...staffFigures, box: { expected: 5_300, unclosedDays: 2, unclosedSince: '2026-01-01' } })
  expect(await page.findByRole('button', { name: '2 days not closed, ₹5,300 in the box' })).toBeTruthy()
})

test.each<[Role, boolean]>([
  ['superadmin', true],
  ['admin', true],
  ['manager', false],
])('shows a %s how full the hall is: %s', async (role, isShown) => {
  const page = open(role)
  if (isShown) await page.findByRole('slider', { name: 'Occupancy by hour' })
  await page.findByText('Book a')
  expect(page.queryByRole('region', { name: 'Occupancy by shift' }) !== null).toBe(isShown)
})

test('shows a student no figures about seats or money', async () => {
  const page = open('student')
  await page.findByText('Book a')
  expect(page.queryByRole('region', { name: 'Today' })).toBeNull()
})

test.each(['admin', 'superadmin'] as const)('a new library shows an %s three steps instead of four zeros', async (role) => {
  const page = open(role, { totalDocuments: 0, totalCategories: 0, totalUsers: 0, recentDocuments: [] })
  await page.findByRole('region', { name: 'Get started' })
  const setup = role === 'superadmin' ? ['/setup/steps'] : []
  expect(linksOf(page, 'Get started').map(([, to]) => to)).toEqual([...setup, '/categories', '/upload', '/users'])
  expect(page.queryByText('Total Documents')).toBeNull()
})

const claims = defaultLanding.figures.map((figure) => ({ ...figure, hidden: false }))

test('asks an admin whether the figures of the landing page are true; each can be hidden, and one press confirms them', async () => {
  let asked: Dashboard['figuresToConfirm'] = claims
  const answer = ({ body }: Received) => {
    asked = body.figuresAreTrue ? null : (body.figures as typeof claims)
    return untouched
  }
  const page = renderPage(
    <main tabIndex={-1}>
      <DashboardPage />
    </main>,
    {
      as: 'admin',
      replies: [
        occupancy,
        reply(homeApi.dashboard, () => figures({ figuresToConfirm: asked })),
        reply(customizationApi.updateLanding, answer),
      ],
    },
  )
  const question = within(await page.findByRole('region', { name: 'Is this true of your hall?' }))
  expect(question.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent)).toEqual([
    ...['500+ Students', '15+ Study hours daily', '10K+ Books', '99% Satisfaction'],
  ])
  await page.user.click(question.getByRole('button', { name: 'Hide 99% Satisfaction' }))
  const shown = await question.findByRole('button', { name: 'Show 99% Satisfaction' })
  expect(within(shown.closest('li') as HTMLElement).getByText('Hidden')).toBeTruthy()
  expect(asked?.map(({ hidden }) => hidden)).toEqual([false, false, false, true])
  await page.user.click(question.getByRole('button', { name: 'Yes, it is true' }))
  await page.findByText('Saved.')
  await waitFor(() => expect(page.queryByText('Is this true of your hall?')).toBeNull())
  expect(window.document.activeElement).toBe(page.getByRole('main'))
})

test('marks completed steps, and shows the figures from the first one on', async () => {
  const page = open('admin', { totalDocuments: 0, totalCategories: 2, totalUsers: 0, recentDocuments: [] })
  const steps = within(await page.findByRole('region', { name: 'Get started' })).getAllByRole('listitem')
  expect(steps.map((step) => [step.querySelector('a')?.getAttribute('href'), step.textContent?.includes('Done')])).toEqual([
    [undefined, true],
    ['/upload', false],
    ['/users', false],
  ])
  expect(page.getByText('Total Documents')).toBeTruthy()
})

test.each<[Role, Partial<Dashboard>]>([
  ['admin', {}],
  ['manager', { totalDocuments: 0, totalCategories: 0, totalUsers: 0 }],
  ['student', { totalDocuments: 0 }],
])('shows no steps to a %s whose library is in use, or who cannot set it up', async (role, fields) => {
  const page = open(role, fields)
  await page.findByText('Book a')
  expect(page.queryByText('Get started')).toBeNull()
})

test('a student’s unfinished documents come first', async () => {
  const page = open('student', { continueReading: [{ ...document('c'), page: 3, readAt: '2026-11-20T05:30:00.000Z' }] })
  await page.findByText('Book c')
  expect(page.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
    'Continue reading',
    'Quick Actions',
    'Thought of the Day',
    'Recent Documents',
  ])
})

test.each(['student', 'admin'] as const)('shows a %s the covers of the newest documents', async (role) => {
  const page = open(role, { recentDocuments: [document('a', { coverUrl: '/cover-a' }), document('b')] })
  const rows = within(await page.findByRole('region', { name: 'Recent Documents' })).getAllByRole('listitem')
  expect(rows.map((row) => row.querySelector('img')?.getAttribute('src'))).toEqual(['/cover-a', undefined])
  expect(rows[1]?.textContent).toContain('PDF')
})

test.each(['student', 'manager'] as const)('shows a %s no statistics', async (role) => {
  const page = open(role)
  await page.findByText('Book a')
  expect(page.queryByText('Total Documents')).toBeNull()
})

test('welcomes everyone by name', () => {
  expect(open('student').getByText('Welcome back, Asha Devi!')).toBeTruthy()
})

test.each<[Role, string]>([
  ['manager', 'Welcome back, Mohan Rao! You are signed in as Manager.'],
  ['admin', 'Welcome back, Anita Singh! You are signed in as Admin.'],
])('shows a %s the role', (role, sentence) => {
  expect(open(role).getByText(sentence)).toBeTruthy()
})

test('shows a student no role', () => {
  const page = open('student')
  expect(page.getByText(/^Welcome back/).textContent).toBe('Welcome back, Asha Devi!')
  expect(page.queryByText(/signed in as/)).toBeNull()
})

test('the newest documents have title, category and date', async () => {
  const page = open('student', { recentDocuments: [document('a', { category: { _id: 'c', name: 'Physics' } }), document('b')] })
  const rows = within(await page.findByRole('region', { name: 'Recent Documents' })).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual(['PDFBook aPhysics21 Nov 2026', 'PDFBook bUncategorized21 Nov 2026'])
  expect(page.getByRole('link', { name: 'Book a' }).getAttribute('href')).toBe('/documents?document=a')
  expect(page.getByRole('link', { name: 'View all documents' }).getAttribute('href')).toBe('/documents')
})

test('says that a library has no documents', async () => {
  expect(await open('student', { recentDocuments: [] }).findByText('No documents available yet.')).toBeTruthy()
})

test('a failed load can be retried', async () => {
  let calls = 0
  const page = open(
    'student',
    reply(homeApi.dashboard, () => {
      calls += 1
      return calls === 1 ? refuse({ code: 'odd', status: 429, message: 'Too many attempts.' }) : figures()
    }),
  )
  expect(await page.findByText('Too many attempts.')).toBeTruthy()
  await page.user.click(page.getByRole('button', { name: 'Retry' }))
  expect(await page.findByText('No documents available yet.')).toBeTruthy()
})

test('shows a student a built-in sentence on a day without a thought', async () => {
  expect(await open('student').findByText('Every day is a new opportunity to learn something amazing!')).toBeTruthy()
})

test('shows a student the thought of the day', async () => {
  const page = open('student', { thought: { _id: 'slow', thought: 'Read slowly.', author: 'M. Gandhi' } })
  const thought = within(await page.findByRole('region', { name: 'Thought of the Day' }))
  expect(thought.getByText('Read slowly.')).toBeTruthy()
  expect(thought.getByText('— M. Gandhi')).toBeTruthy()
})

test('shows other roles no thought', async () => {
  const page = open('admin')
  await page.findByText('Book a')
  expect(page.queryByText('Thought of the Day')).toBeNull()
})

test('offers unfinished documents with their page, and the viewer opens at that page', async () => {
  const begun = { ...document('a', { pages: 352, coverUrl: '/cover' }), page: 40, readAt: '2026-11-21T05:30:00.000Z' }
  const uncounted = { ...document('b'), page: 3, readAt: '2026-11-20T05:30:00.000Z' }
  const page = open('student', { continueReading: [begun, uncounted] })
  const links = within(await page.findByRole('region', { name: 'Continue reading' })).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Book aPage 40 of 352', '/documents?document=a'],
    ['PDFBook bPage 3', '/documents?document=b'],
  ])
})

test('offers nothing if nothing was started', async () => {
  const page = open('student')
  await page.findByText('Book a')
  expect(page.queryByText('Continue reading')).toBeNull()
})

/** Loads the customization first, as every page does. */
const KnownHall = () => {
  useCustomization()
  return <DashboardPage />
}

const student = (fees: Dashboard['fees'], upiId: string) =>
  renderPage(<KnownHall />, {
    as: 'student',
    at: '/dashboard',
    replies: [
      dashboard({ fees }),
      reply(customizationApi.get, { ...untouched, hall: { ...untouched.hall, upiId } }),
      reply(feesApi.account, account({ owed: fees?.owed ?? 0 })),
    ],
  })

const november = { month: 11, year: 2026, amount: 900 }

test('a student who owes sees the sum, and pays it by UPI over the page', async () => {
  await UpiDialogScreen.load()
  const page = student({ owed: 1_300, uncharged: [] }, 'hall@okbank')
  const fees = within(await page.findByRole('region', { name: 'Your fees' }))
  expect(fees.getByText('You owe ₹1,300')).toBeTruthy()
  await page.user.click(await fees.findByRole('button', { name: 'Pay by UPI' }))
  const dialog = within(await page.findByRole('dialog', { name: 'Pay by UPI' }))
  expect(await dialog.findByRole('img', { name: 'QR code to pay ₹1,300 to hall@okbank' })).toBeTruthy()
})

test('a student sees only the sum if the hall has no UPI id', async () => {
  const page = student({ owed: 1_300, uncharged: [] }, '')
  const fees = within(await page.findByRole('region', { name: 'Your fees' }))
  expect(fees.getByText('You owe ₹1,300')).toBeTruthy()
  await replied()
  expect(page.calls.some(({ endpoint }) => endpoint === customizationApi.get)).toBe(true)
  expect(fees.queryByRole('button')).toBeNull()
})

test('a student sees a month that has begun and is not charged yet', async () => {
  const page = student({ owed: 0, uncharged: [november] }, 'hall@okbank')
  const fees = within(await page.findByRole('region', { name: 'Your fees' }))
  expect(fees.getByText('November 2026 (₹900) will be added to your fees soon.')).toBeTruthy()
  expect(page.queryByText(/You owe/)).toBeNull()
})

test('a student who owes nothing sees nothing about fees', async () => {
  const page = student({ owed: 0, uncharged: [] }, 'hall@okbank')
  await page.findByText('No documents available yet.')
  expect(page.queryByRole('region', { name: 'Your fees' })).toBeNull()
})
