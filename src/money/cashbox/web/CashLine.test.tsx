import { screen, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { addDays } from '#contract/day.ts'
import { today } from '#web/api/timeZone.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { replied } from '#web/testing/replied.ts'
import { cashboxApi } from '../cashbox.contract.ts'
import { CashLine, ManagersCashLine } from './CashLine.tsx'
import { CloseBoxScreen } from './cashboxScreens.ts'
import { cashReply } from './testing/box.ts'

beforeAll(() => CloseBoxScreen.load())

test('shows a manager the number of unclosed days, and opens the closing on a press', async () => {
  const page = renderPage(<ManagersCashLine />, {
    as: 'manager',
    replies: [cashReply({ unclosedDays: 2, unclosedSince: addDays(today(), -1), expected: 5300 })],
  })
  await page.user.click(await screen.findByRole('button', { name: '2 days not closed, ₹5,300 in the box' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Close the day' }))
  expect(await dialog.findByRole('textbox', { name: /^Cash counted/ })).toBeTruthy()
})

test('shows the cash of today without emphasis', async () => {
  renderPage(<ManagersCashLine />, { as: 'manager', replies: [cashReply()] })
  expect((await screen.findByRole('button', { name: 'Today is not closed, ₹2,400 in the box' })).className).toContain('text-muted')
})

test('shows nothing if every day is closed', async () => {
  const page = renderPage(<ManagersCashLine />, {
    as: 'manager',
    replies: [cashReply({ unclosedDays: 0, unclosedSince: null, days: [] })],
  })
  await replied()
  expect(page.calls).toHaveLength(1)
  expect(screen.queryByRole('button')).toBeNull()
})

test('requests nothing for an admin, who sees it on the dashboard', () => {
  const page = renderPage(<ManagersCashLine />, { as: 'admin', replies: [cashReply()] })
  expect(page.calls.filter(({ endpoint }) => endpoint === cashboxApi.cashInBox)).toEqual([])
})

test('uses the singular for one day', () => {
  renderPage(<CashLine of={{ expected: 20, unclosedDays: 1, unclosedSince: '2026-01-01' }} />, { as: 'admin' })
  expect(screen.getByRole('button', { name: '1 day not closed, ₹20 in the box' }).className).toContain('text-warning-text')
})
