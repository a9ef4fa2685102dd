import { expect, test } from 'vitest'
import { shiftsApi } from '#system/shifts/shifts.contract.ts'
import type { Shift } from '#system/shifts/shifts.shapes.contract.ts'
import { reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { customizationApi } from '../customization.contract.ts'
import { defaultHall } from '../customization.settings.contract.ts'
import { useCustomization } from './customization.queries.ts'
import { untouched } from './testing/customization.ts'
import { useFilterShifts } from './useFilterShifts.ts'

const Filter = ({ chosen }: { chosen?: string }) => {
  useCustomization()
  return (
    <p>
      {useFilterShifts(chosen)
        .map(({ name }) => name)
        .join(', ')}
    </p>
  )
}

const archived = (key: string, name: string): Shift => ({
  key,
  name,
  from: '18:00',
  to: '22:00',
  monthlyFee: null,
  colour: 'info',
  isArchived: true,
})

const open = (shifts: readonly Shift[], chosen?: string) =>
  renderPage(<Filter {...(chosen !== undefined && { chosen })} />, {
    as: 'manager',
    replies: [
      reply(customizationApi.get, { ...untouched, hall: { ...defaultHall, shifts: [...defaultHall.shifts, ...shifts] } }),
      reply(shiftsApi.held, { archived: ['evening'] }),
    ],
  })

test('offers an archived shift only while people have it', async () => {
  const page = open([archived('evening', 'Evening'), archived('night', 'Night')])
  expect(await page.findByText('Morning, Afternoon, Full-day, Evening')).toBeTruthy()
})

test('offers the chosen shift, although nobody has it', async () => {
  const page = open([archived('night', 'Night')], 'night')
  expect(await page.findByText('Morning, Afternoon, Full-day, Night')).toBeTruthy()
})

test('makes no call in a hall without archived shifts', async () => {
  const page = open([])
  expect(await page.findByText('Morning, Afternoon, Full-day')).toBeTruthy()
  expect(page.calls.map(({ endpoint }) => endpoint.path)).not.toContain(shiftsApi.held.path)
})
