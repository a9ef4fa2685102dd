import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Role } from '#contract/actor.ts'
import { feesApi } from '#money/fees/fees.contract.ts'
import { asha } from '#money/fees/web/testing/feesPage.tsx'
import { usersApi } from '#people/users/users.contract.ts'
import { person } from '#people/users/web/testing/usersPage.tsx'
import { customizationApi } from '#system/customization/customization.contract.ts'
import { untouched } from '#system/customization/web/testing/customization.ts'
import { today } from '#web/api/timeZone.ts'
import { type FakeReply, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { type ChargingState, chargingApi } from '../charging.contract.ts'
import { ChargingCard } from './ChargingCard.tsx'
import { UnchargedScreen } from './chargingScreens.ts'

const december = { from: '2026-12-01', to: '2026-12-01', fees: 58, amount: 52_200 }
const run = { _id: 'run', day: '2026-12-01', at: '2026-11-30T18:30:00.000Z', fees: 58, amount: 52_200, undone: null }
const nobody = { feeNotConfirmed: 0, noJoiningDate: 0 }

const open = (state: Partial<ChargingState>, replies: readonly FakeReply[] = [], as: Role = 'admin') => {
  const whole: ChargingState = { isOn: true, since: '2026-11-21', next: december, lastRun: null, skipped: nobody, ...state }
  const page = renderPage(<ChargingCard of={whole} />, { as, replies: [reply(chargingApi.setOn, whole), ...replies] })
  const sent = () => page.calls.filter(({ endpoint }) => endpoint.method !== 'GET').map(({ received }) => received)
  const press = async (name: string | RegExp) => page.user.click(await page.findByRole('button', { name }))
  return { ...page, sent, press }
}

test('while it is off, the next fees are named, and one press turns it on', async () => {
  const page = open({ isOn: false, since: null })
  expect(await screen.findByText(/If you turn it on: 1 Dec 2026: 58 fees, ₹52,200/)).toBeTruthy()
  await page.press('Charge automatically')
  expect(page.sent()).toMatchObject([{ body: { isOn: true } }])
})

test('what was charged can be undone after a question that names it', async () => {
  const page = open({ lastRun: run }, [reply(chargingApi.undo, { ...run, undone: { at: run.at, by: 'Asha', withdrawn: 57 } })])
  expect(await screen.findByText('1 Dec 2026: charged 58 fees, ₹52,200.')).toBeTruthy()
  await page.press('Undo')
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText(/58 fees of ₹52,200 will be withdrawn/)).toBeTruthy()
  await page.user.click(question.getByRole('button', { name: 'Withdraw fees' }))
  expect(await screen.findByText('57 fees withdrawn')).toBeTruthy()
})

test('a run that was undone says so, and by whom', async () => {
  open({ lastRun: { ...run, undone: { at: run.at, by: 'Asha', withdrawn: 57 } } })
  expect(await screen.findByText('1 Dec 2026: 57 fees withdrawn by Asha.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('students who wait for the fee of the hall are charged after one press', async () => {
  const page = open({ skipped: { feeNotConfirmed: 3, noJoiningDate: 0 } }, [reply(customizationApi.updateHall, untouched)])
  expect(await screen.findByText(/3 students not charged/)).toBeTruthy()
  await page.press('₹1,000 is right')
  expect(page.sent()).toMatchObject([{ body: { monthlyFee: 1_000 } }])
})

const listed = (reason: 'no-joining-date' | 'not-charged', _id: string) => ({
  _id,
  student: { ...asha, _id, name: `Student ${_id}` },
  reason,
  amount: 900,
})

/** The list of two students, one of whom has no joining date. */
const openList = async (as: Role, ...replies: FakeReply[]) => {
  await UnchargedScreen.load()
  const items = [listed('not-charged', 'one'), listed('no-joining-date', 'two')]
  const all = [reply(chargingApi.uncharged, { items, nextCursor: null, total: 2 }), ...replies]
  const page = open({ skipped: { feeNotConfirmed: 0, noJoiningDate: 1 } }, all, as)
  await page.press('Show students')
  await screen.findByText('Student two')
  return page
}

const superadmins = reply(usersApi.list, ({ query }) => ({
  items: query.role === 'superadmin' ? [person({ role: 'superadmin', name: 'Meera Iyer' }), person({ name: 'Sunil Kumar' })] : [],
  nextCursor: null,
}))

test.each<Role>(['manager', 'admin'])('a %s charges from the list, and reads who may enter a joining date', async (role) => {
  const page = await openList(role, superadmins, reply(feesApi.generate, { created: 1, skipped: 0, items: [] }))
  await page.press('Charge ₹900: Student one')
  expect(page.sent()).toMatchObject([{ params: { id: 'one' }, body: { feeAmount: 900 } }])
  expect(await screen.findByText('Only a superadmin can enter a joining date: Meera Iyer and Sunil Kumar.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Student two joined today' })).toBeNull()
})

test('a superadmin enters today as the joining date with one press', async () => {
  const page = await openList('superadmin', reply(usersApi.update, person()))
  await page.press('Student two joined today')
  expect(page.sent()).toMatchObject([{ params: { id: 'two' }, body: { dateJoinedLibrary: today() } }])
  expect(screen.queryByText(/^Only a superadmin/)).toBeNull()
})
