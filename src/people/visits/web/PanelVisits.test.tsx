import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Role } from '#contract/actor.ts'
import { usersApi } from '#people/users/users.contract.ts'
import { openUsers, people, person, seats } from '#people/users/web/testing/usersPage.tsx'
import { customizationApi } from '#system/customization/customization.contract.ts'
import { useCustomization } from '#system/customization/web/customization.queries.ts'
import { untouched } from '#system/customization/web/testing/customization.ts'
import { today } from '#web/api/timeZone.ts'
import { refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { type Visit, visitErrors, visitsApi } from '../visits.contract.ts'
import { visitsOnUsers } from '../visits.pages.tsx'
import { PanelVisits } from './PanelVisits.tsx'

const at = (time: string) => new Date(`${today()}T${time}+05:30`).toISOString()
const visit = (_id: string, kind: Visit['kind'], time: string): Visit => ({ _id, kind, at: at(time), by: 'Mohan Rao' })

const came = visit('v1', 'in', '09:12:00')
const gone = { insideSince: null, items: [], nextCursor: null }
const inside = { insideSince: came.at, items: [came], nextCursor: null }

const sent = ({ calls }: ReturnType<typeof renderPage>) =>
  calls.filter(({ endpoint }) => endpoint === visitsApi.record).map(({ received }) => received.body)

/** A fake server that stores the visits. */
const door = () => {
  let state: typeof gone | typeof inside = gone
  return [
    reply(visitsApi.ofStudent, () => state),
    reply(visitsApi.record, ({ body }) => {
      state = body.kind === 'in' ? inside : gone
      return state
    }),
  ]
}

test('shows since when a student is inside after In, and ignores a second press on it', async () => {
  const page = renderPage(<PanelVisits user={person()} />, { as: 'manager', replies: door() })
  expect(await screen.findByText('Not inside now')).toBeTruthy()
  const button = (name: string) => screen.getByRole('button', { name })
  expect(['In', 'Out'].map((name) => button(name).getAttribute('aria-pressed'))).toEqual(['false', 'true'])
  await page.user.dblClick(button('In'))
  expect(await screen.findByText('In since 9:12 am')).toBeTruthy()
  expect(['In', 'Out'].map((name) => button(name).getAttribute('aria-pressed'))).toEqual(['true', 'false'])
  expect(new Set(sent(page).map(({ kind }) => kind))).toEqual(new Set(['in']))
  await waitFor(() => expect(button('Out').getAttribute('aria-busy')).toBeNull())
  await page.user.click(button('Out'))
  expect(await screen.findByText('Not inside now')).toBeTruthy()
})

test('shows when and by whom the last five visits were recorded, earlier days with their date', async () => {
  const earlier: Visit = { _id: 'v0', kind: 'out', at: '2026-03-04T12:35:00.000Z', by: 'मीरा' }
  const items = [
    came,
    visit('v2', 'out', '08:00:00'),
    visit('v3', 'in', '07:00:00'),
    earlier,
    { ...earlier, _id: 'v4' },
    { ...earlier, _id: 'v5' },
  ]
  renderPage(<PanelVisits user={person()} />, {
    as: 'manager',
    replies: [reply(visitsApi.ofStudent, { insideSince: came.at, items, nextCursor: null })],
  })
  const rows = within(await screen.findByRole('list', { name: 'Last visits' })).getAllByRole('listitem')
  expect(rows).toHaveLength(5)
  expect([rows[0]?.textContent, rows[3]?.textContent]).toEqual(['In 9:12 amby Mohan Rao', 'Out 4 Mar, 6:05 pmby मीरा'])
})

test('shows why a press was rejected, and keeps the state', async () => {
  const page = renderPage(<PanelVisits user={person()} />, {
    as: 'admin',
    replies: [reply(visitsApi.ofStudent, gone), reply(visitsApi.record, refuse(visitErrors.studentsOnly))],
  })
  await page.user.click(await screen.findByRole('button', { name: 'In' }))
  expect(await screen.findByText('Only visits of students are recorded')).toBeTruthy()
  expect(screen.getByText('Not inside now')).toBeTruthy()
})

/** Shows when a reply has come that was asked for last. */
const Hall = () => {
  const { data } = useCustomization()
  return data ? <p>{`The hall is ${data.systemName}.`}</p> : null
}

test.each<[string, Role, Role, number]>([
  ['what a manager sees of students alone', 'manager', 'admin', 1],
  ['nothing to students', 'student', 'student', 0],
])('shows %s', async (_, as, role, count) => {
  renderPage(
    <>
      <PanelVisits user={person({ _id: 'first', role })} />
      <PanelVisits user={person()} />
      <Hall />
    </>,
    { as, replies: [reply(visitsApi.ofStudent, gone), reply(customizationApi.get, untouched)] },
  )
  expect(await screen.findByText(`The hall is ${untouched.systemName}.`)).toBeTruthy()
  expect(screen.queryAllByText('Not inside now')).toHaveLength(count)
})

const asha = { _id: 'one', name: 'Asha Devi', seatNumber: 12, slot: 'morning', profilePictureUrl: null, since: came.at } as const
const hall = [
  people(),
  seats(),
  reply(usersApi.profile, person()),
  reply(visitsApi.inside, { items: [asha], nextCursor: null, total: 1 }),
  reply(visitsApi.ofStudent, inside),
]

test('counts the students inside on the map, and opens one on a press', async () => {
  const page = openUsers('manager', hall, '/users?view=seats', visitsOnUsers)
  await page.user.click(await page.findByRole('button', { name: '1 student inside' }))
  const dialog = within(await page.findByRole('dialog', { name: 'Inside now' }))
  const row = await dialog.findByRole('button', { name: /Asha Devi/ })
  expect(row.textContent?.replaceAll('\u00a0', ' ')).toContain('Seat 12 · Morning · In since 9:12 am')
  await page.user.click(row)
  expect(await page.findByRole('dialog', { name: 'Asha Devi' })).toBeTruthy()
  expect(page.queryByRole('dialog', { name: 'Inside now' })).toBeNull()
  expect(page.address()).toBe('/users?view=seats&person=one')
})

test('shows the label of the seat of a student inside', async () => {
  const labelled = { ...asha, seatNumber: 1_200, seatLabel: 'B24' }
  const replies = [...hall, reply(visitsApi.inside, { items: [labelled], nextCursor: null, total: 1 })]
  const page = openUsers('manager', replies, '/users?view=seats&inside=1')
  expect((await page.findByRole('button', { name: /Asha Devi/ })).textContent).toMatch(/Seat\sB24/)
})

test('opens the list of students inside from a dashboard link', async () => {
  const nobody = reply(visitsApi.inside, { items: [], nextCursor: null, total: 0 })
  const page = openUsers('manager', [...hall, nobody], '/users?view=seats&inside=1')
  expect(await page.findByText('No students inside now')).toBeTruthy()
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(page.address()).toBe('/users?view=seats'))
})
