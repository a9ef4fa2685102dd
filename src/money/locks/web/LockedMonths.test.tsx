import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Role } from '#contract/actor.ts'
import { showMonthEnd } from '#money/month-end/web/testing/monthEnd.tsx'
import { type FakeReply, refuse, reply } from '#web/testing/fakeServer.ts'
import { lockErrors, locksApi, type MonthLock } from '../locks.contract.ts'
import { locksReply, monthLock } from './testing/locks.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T06:00:00.000Z') })
})

const open = async (as: Role, ...replies: FakeReply[]) => {
  const page = showMonthEnd({ as, replies })
  const section = within(await screen.findByRole('region', { name: 'Locked months' }))
  return { ...page, section }
}

const september = monthLock()
const october = monthLock({ month: 10, lockedAt: '2026-11-21T06:00:00.000Z', lockedBy: 'Anita Singh' })

/** A server on which October can be locked. */
const locking = () => {
  let items: MonthLock[] = [september]
  const answer = () => ({ items, nextCursor: null })
  return [
    reply(locksApi.list, answer),
    reply(locksApi.lockMonth, () => {
      items = [october, september]
      return answer()
    }),
  ]
}

test('locks the month after the last locked one for an admin, after explaining the effect', async () => {
  const { user, section, calls } = await open('admin', ...locking())
  expect(await section.findByText('September 2026 and all months before it are locked.')).toBeTruthy()
  expect(section.getByText('Locked automatically on 15 Nov 2026, 11:30 am')).toBeTruthy()
  await user.click(section.getByRole('button', { name: 'Lock October 2026' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Lock October 2026?' }))
  expect(dialog.getByText(/no payment, refund or cash box entry can be dated in October 2026 or earlier/)).toBeTruthy()
  expect(dialog.getByText(/can still be paid\. Such a payment counts on the day you enter it/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Lock October 2026' }))
  expect(await section.findByText('October 2026 and all months before it are locked.')).toBeTruthy()
  expect(calls.find(({ endpoint }) => endpoint === locksApi.lockMonth)?.received.body).toEqual({ month: 10, year: 2026 })
  expect(section.getByText('Locked by Anita Singh on 21 Nov 2026, 11:30 am')).toBeTruthy()
  expect(section.queryByRole('button')).toBeNull()
  expect(section.getByText(/November 2026 can be locked when it is over\./)).toBeTruthy()
})

test('locks nothing on Cancel', async () => {
  const { user, section, calls } = await open('superadmin', ...locking())
  await user.click(await section.findByRole('button', { name: 'Lock October 2026' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(calls.some(({ endpoint }) => endpoint === locksApi.lockMonth)).toBe(false)
})

test('shows a manager the locked month without a button', async () => {
  const { section } = await open('manager', locksReply(september))
  expect(await section.findByText('September 2026 and all months before it are locked.')).toBeTruthy()
  expect(section.queryByRole('button')).toBeNull()
})

test('shows an old month as locked before the server has stored the lock', async () => {
  const { section } = await open('admin', locksReply(monthLock({ month: 8 })))
  expect(await section.findByText('September 2026 and all months before it are locked.')).toBeTruthy()
  expect(section.getByText('Locked automatically')).toBeTruthy()
  expect(section.getByRole('button', { name: 'Lock October 2026' })).toBeTruthy()
})

test('keeps a month open if the server does not lock it, and shows why', async () => {
  const { user, section } = await open('admin', locksReply(september), reply(locksApi.lockMonth, refuse(lockErrors.notOver)))
  await user.click(await section.findByRole('button', { name: 'Lock October 2026' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Lock October 2026' }))
  expect(await screen.findByText(lockErrors.notOver.message)).toBeTruthy()
  expect(section.getByText('September 2026 and all months before it are locked.')).toBeTruthy()
})
