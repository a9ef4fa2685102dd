import { screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { shiftsApi } from '#system/shifts/shifts.contract.ts'
import { eagerScreen } from '#web/shell/screen.ts'
import { type FakeReply, refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { customizationApi, customizationErrors } from '../customization.contract.ts'
import { CustomizationPage } from './CustomizationPage.tsx'
import { untouched } from './testing/customization.ts'

test('free seats are hidden from visitors until an administrator shows them', async () => {
  const page = renderPage(<CustomizationPage />, {
    as: 'admin',
    at: '/customization?section=hall',
    replies: [
      reply(customizationApi.get, untouched),
      reply(shiftsApi.list, { shifts: [] }),
      reply(customizationApi.updateHall, { ...untouched, hall: { ...untouched.hall, showFreeSeats: true } }),
    ],
  })
  const visitors = within(await screen.findByRole('region', { name: 'Visitors' }))
  const shows = visitors.getByRole('switch', { name: 'Show free seats on the landing page' })
  expect(shows).toHaveProperty('checked', false)
  await page.user.click(shows)
  await page.user.click(visitors.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved.')
  expect(page.calls.find(({ endpoint }) => endpoint === customizationApi.updateHall)?.received.body).toEqual({ showFreeSeats: true })
})

const openDay = async (saved: FakeReply) => {
  const replies = [reply(customizationApi.get, untouched), reply(shiftsApi.list, { shifts: [] }), saved]
  const page = renderPage(<CustomizationPage />, { as: 'admin', at: '/customization?section=hall', replies })
  const day = within(await screen.findByRole('region', { name: 'Day' }))
  const hour = day.getByRole('combobox', { name: 'The day begins at' })
  const save = async (label: string) => {
    await page.user.selectOptions(hour, label)
    await page.user.click(day.getByRole('button', { name: 'Save' }))
  }
  return { page, day, hour, save }
}

test('the hour at which the day begins is chosen from midnight to 11:00, and says what it does', async () => {
  const saved = reply(customizationApi.updateHall, { ...untouched, hall: { ...untouched.hall, dayStartsAt: 5 } })
  const { page, day, hour, save } = await openDay(saved)
  expect(hour).toHaveProperty('value', '0')
  const labels = within(hour).getAllByRole('option')
  expect([labels.length, labels[0]?.textContent, labels.at(-1)?.textContent]).toEqual([12, '00:00 (midnight)', '11:00'])
  expect(day.getByText(/^Before this hour, payments, closings/)).toBeDefined()
  await save('05:00')
  await screen.findByText('Saved.')
  expect(page.calls.find(({ endpoint }) => endpoint === customizationApi.updateHall)?.received.body).toEqual({ dayStartsAt: 5 })
})

test('a refused hour says from when it can be saved', async () => {
  const { dayBegun } = customizationErrors
  const sentence = dayBegun.text({ hour: 5 })
  const { day, save } = await openDay(
    reply(customizationApi.updateHall, refuse(dayBegun, { message: sentence, params: { hour: 5 }, fields: { dayStartsAt: sentence } })),
  )
  await save('05:00')
  expect(await day.findByText('The new day has already begun. You can choose 05:00 after 05:00 today.')).toBeDefined()
})

test('shows what other features put there, with the cards that follow', async () => {
  const inHall = eagerScreen(({ children }: { children: ReactNode }) => (
    <>
      <p>Rooms of the hall</p>
      {children}
    </>
  ))
  const replies = [reply(customizationApi.get, untouched), reply(shiftsApi.list, { shifts: [] })]
  renderPage(<CustomizationPage inHall={inHall} />, { as: 'admin', at: '/customization?section=hall', replies })
  expect(await screen.findByText('Rooms of the hall')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Shifts' })).toBeTruthy()
})
