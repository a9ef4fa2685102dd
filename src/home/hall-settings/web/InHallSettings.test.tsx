import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { roomsApi } from '#people/rooms/rooms.contract.ts'
import { customizationApi } from '#system/customization/customization.contract.ts'
import { untouched } from '#system/customization/web/testing/customization.ts'
import { reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { InHallSettings } from './InHallSettings.tsx'

test('draws the cards below the rooms once the list of rooms has its height', async () => {
  const rooms = Promise.withResolvers<void>()
  const replies = [
    reply(customizationApi.get, untouched),
    reply(roomsApi.list, () => rooms.promise.then(() => ({ rooms: [], seats: [], outages: [] }))),
  ]
  renderPage(<InHallSettings>Shifts</InHallSettings>, { as: 'superadmin', replies })
  await screen.findByRole('heading', { name: 'Rooms and seats' })
  expect(screen.queryByText('Shifts')).toBeNull()
  rooms.resolve()
  await screen.findByText('Shifts')
})
