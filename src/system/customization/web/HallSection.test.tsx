import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { shiftsApi } from '#system/shifts/shifts.contract.ts'
import { reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { customizationApi } from '../customization.contract.ts'
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
