import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { customizationApi } from '#system/customization/customization.contract.ts'
import { useCustomization } from '#system/customization/web/customization.queries.ts'
import { untouched } from '#system/customization/web/testing/customization.ts'
import { refresh } from '#web/api/queryClient.ts'
import { setDayStart, setTimeZone } from '#web/api/timeZone.ts'
import { reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { cashboxApi } from '../cashbox.contract.ts'
import type { CashInBox } from '../cashbox.shapes.contract.ts'
import { CashSinceClosing } from './CashSinceClosing.tsx'
import { CloseBoxScreen } from './cashboxScreens.ts'
import { cash, closing } from './testing/box.ts'

beforeAll(() => CloseBoxScreen.load())
afterEach(() => vi.useRealTimers())

/** As every page does at its start. */
const Hall = () => (useCustomization().data ? <CashSinceClosing /> : null)

const openAt = async (now: string, { closeHour = 20, box = () => cash() }: { closeHour?: number | null; box?: () => CashInBox } = {}) => {
  setTimeZone('Asia/Kolkata')
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date(now) })
  const page = renderPage(<Hall />, {
    as: 'manager',
    replies: [
      reply(customizationApi.get, { ...untouched, hall: { ...untouched.hall, closeHour } }),
      reply(cashboxApi.cashInBox, box),
      reply(cashboxApi.closeBox, closing()),
    ],
  })
  await screen.findByText(/^₹1,900 cash/)
  return page
}

const button = () => screen.queryByRole('button', { name: 'Close day' })

test.each([
  ['7:59 pm', '2026-11-20T14:29:00.000Z', 20, false],
  ['8:00 pm', '2026-11-20T14:30:00.000Z', 20, true],
  ['11:59 pm', '2026-11-20T18:29:00.000Z', 20, true],
  ['after midnight', '2026-11-20T18:30:00.000Z', 20, false],
  ['after midnight in a hall that closes at any hour', '2026-11-20T18:30:00.000Z', 0, true],
  ['11:59 pm in a hall that is never reminded', '2026-11-20T18:29:00.000Z', null, false],
] as const)('offers to close the day from its hour on, in the hall’s time: %s', async (_, now, closeHour, isShown) => {
  await openAt(now, { closeHour })
  expect(button() !== null).toBe(isShown)
})

test.each([
  ['01:30', '2026-11-20T20:00:00.000Z', true],
  ['04:59', '2026-11-20T23:29:00.000Z', true],
  ['05:00', '2026-11-20T23:30:00.000Z', false],
] as const)('goes on offering it until the day ends, where it begins at 05:00: %s', async (_, now, isShown) => {
  setDayStart(5)
  await openAt(now)
  expect(button() !== null).toBe(isShown)
})

test('offers it once the hour has come, on a screen that stays open', async () => {
  await openAt('2026-11-20T14:29:30.000Z')
  expect(button()).toBeNull()
  await act(async () => void vi.advanceTimersByTime(40_000))
  expect(button()).toBeTruthy()
})

test('does not offer it again after today’s closing, until more cash comes in', async () => {
  const lastClosedAt = '2026-11-20T15:00:00.000Z'
  let box = cash({ unclosedDays: 0, unclosedSince: null, days: [], lastClosedAt })
  await openAt('2026-11-20T15:30:00.000Z', { box: () => box })
  expect(button()).toBeNull()
  box = cash({ lastClosedAt })
  await act(() => refresh(['fees']))
  expect(await screen.findByRole('button', { name: 'Close day' })).toBeTruthy()
})

test('says so if the box was never closed', async () => {
  await openAt('2026-11-20T08:00:00.000Z', { box: () => cash({ lastClosedAt: null }) })
  expect(screen.getByText('₹1,900 cash, never closed yet')).toBeTruthy()
})

test('closes the day in three presses, also with a difference', async () => {
  let box = cash()
  const page = await openAt('2026-11-20T14:30:00.000Z', { box: () => box })
  let presses = 0
  const press = (of: HTMLElement) => {
    presses++
    return page.user.click(of)
  }
  await press(screen.getByRole('button', { name: 'Close day' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Close the day' }))
  await page.user.type(dialog.getByRole('textbox', { name: '₹500 ×' }), '4')
  await press(dialog.getByRole('button', { name: 'Close the day' }))
  expect(await dialog.findByText('-₹400')).toBeTruthy()
  box = cash({ unclosedDays: 0, unclosedSince: null, days: [], lastClosedAt: '2026-11-20T14:31:00.000Z' })
  await press(dialog.getByRole('button', { name: 'Close the day' }))
  // The code is on the screen until the clerk has seen it, although nothing is left to close.
  const slip = within(await screen.findByRole('dialog', { name: /^Closing of/ }))
  expect(slip.getByText('128-7F3K-Q2MX-9D0A')).toBeTruthy()
  const sent = page.calls.find(({ endpoint }) => endpoint === cashboxApi.closeBox)?.received.body
  await waitFor(() => expect(sent).toMatchObject({ counted: 2_000, asOf: cash().asOf }))
  expect(presses).toBe(3)
  await page.user.click(slip.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect([screen.queryByRole('dialog'), button()]).toEqual([null, null]))
})
