import { waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { predefinedThemes } from '#contract/theme/predefined.ts'
import { type FakeReply, refuse, reply, unreachable } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { customizationApi as api, type Customization, customizationErrors } from '../../customization.contract.ts'
import type { Hall, Landing } from '../../customization.settings.contract.ts'
import { untouched } from '../testing/customization.ts'
import { SetupStepsPage } from './SetupStepsPage.tsx'

/** Renders the page with a server that stores what it is sent. */
const open = (at = '/setup/steps', ...replies: FakeReply[]) => {
  let kept: Customization = untouched
  const keep = (change: Partial<Customization>): Customization => {
    kept = { ...kept, ...change }
    return kept
  }
  const page = renderPage(<SetupStepsPage />, {
    as: 'superadmin',
    at,
    replies: [
      reply(api.get, () => kept),
      reply(api.updateSystemName, ({ body }) => keep({ systemName: String(body.systemName).trim() })),
      reply(api.uploadLogo, () => keep({ logoUrl: '/api/customization/logo/new', logoName: 'new.png', showLogo: true })),
      reply(api.applyTheme, ({ body }) => {
        const { _id, name, colors } = predefinedThemes.find((theme) => theme._id === body.themeId) ?? predefinedThemes[0]
        return keep({ activeTheme: { _id, name, colors } })
      }),
      reply(api.updateLanding, ({ body }) => keep({ landing: { ...kept.landing, ...(body as Partial<Landing>) } })),
      reply(api.updateHall, ({ body }) => keep({ hall: { ...kept.hall, ...(body as Partial<Hall>) } })),
      ...replies,
    ],
  })
  const sent = (endpoint: object) => page.calls.filter((call) => call.endpoint === endpoint).map(({ received }) => received.body)
  const press = (name: string | RegExp) => page.user.click(page.getByRole('button', { name }))
  const preview = () => within(page.getByRole('region', { name: 'Preview' }))
  const field = (name: RegExp) => page.findByRole('textbox', { name }) as Promise<HTMLInputElement>
  return { ...page, sent, press, preview, field }
}

test('saving four steps ends at the seat map, with the entered values stored', async () => {
  const page = open()
  const name = await page.field(/Hall name/)
  await page.user.clear(name)
  await page.user.fill(name, 'सरस्वती Hall')
  await page.press('Save and continue')
  await waitFor(() => expect(page.address()).toBe('/setup/steps?step=look'))
  await page.user.click(await page.findByRole('button', { name: /Forest/ }))
  await page.press('Save and continue')
  const seats = await page.field(/Number of seats/)
  await page.user.clear(seats)
  await page.user.type(seats, '24')
  await page.press('Save and continue')
  await page.user.fill(await page.field(/UPI id/), 'hall@okbank')
  await page.user.fill(await page.field(/Address/), '12, Station Road')
  await page.press('Save and open the seat map')
  await waitFor(() => expect(page.address()).toBe('/users?view=seats'))
  expect(page.sent(api.updateSystemName)).toEqual([{ systemName: 'सरस्वती Hall' }])
  expect(page.sent(api.applyTheme)).toEqual([{ themeId: 'forest' }])
  expect(page.sent(api.updateLanding)).toEqual([{ address: '12, Station Road' }])
  expect(page.sent(api.updateHall)).toEqual([{ seats: 24 }, { monthlyFee: 1_000, upiId: 'hall@okbank' }])
})

test('saving the fee unchanged sends it, which confirms it', async () => {
  const page = open('/setup/steps?step=fee')
  await page.field(/Monthly fee/)
  await page.press('Save and open the seat map')
  await waitFor(() => expect(page.address()).toBe('/users?view=seats'))
  expect(page.sent(api.updateHall)).toEqual([{ monthlyFee: 1_000, upiId: '' }])
  expect(page.sent(api.updateLanding)).toEqual([])
})

test('each step, or all of them, can be skipped without saving anything', async () => {
  const page = open()
  for (const title of ['Name and logo', 'Look', 'Seats']) {
    await page.findByRole('form', { name: title })
    await page.press('Skip')
  }
  await page.findByRole('form', { name: 'Fee and address' })
  await page.press('Skip')
  await waitFor(() => expect(page.address()).toBe('/users?view=seats'))
  page.unmount()
  const again = open('/setup/steps?step=look')
  await again.press('Skip all')
  await waitFor(() => expect(again.address()).toBe('/users?view=seats'))
  expect([...page.calls, ...again.calls].every(({ endpoint }) => endpoint === api.get)).toBe(true)
})

test('previews show typed values before they are saved', async () => {
  const page = open()
  await page.user.fill(await page.field(/Hall name/), ' of Pune')
  expect(page.preview().getByText('Library System of Pune')).toBeTruthy()
  await page.press('Skip')
  await page.findByRole('form', { name: 'Look' })
  await page.press('Skip')
  await page.user.type(await page.field(/Number of seats/), '0')
  expect(page.preview().getByText(/380 seats/)).toBeTruthy()
  await page.press('Skip')
  const fee = await page.field(/Monthly fee/)
  await page.user.clear(fee)
  await page.user.fill(fee, '900')
  await page.user.fill(await page.field(/UPI id/), 'hall@okbank')
  expect(page.preview().getByText('₹900')).toBeTruthy()
  expect(page.preview().getByText('UPI: hall@okbank')).toBeTruthy()
})

test('typed values survive a reload, and the page opens at the step where it was left', async () => {
  const page = open()
  await page.user.fill(await page.field(/Hall name/), ' of Pune')
  await page.press('Skip')
  await page.findByRole('form', { name: 'Look' })
  await page.press('Skip')
  await page.user.type(await page.field(/Number of seats/), '0')
  page.unmount()
  const again = open()
  expect((await again.field(/Number of seats/)).value).toBe('380')
  expect(again.address()).toBe('/setup/steps?step=seats')
  await again.user.click(again.getByRole('link', { name: /Name and logo/ }))
  expect((await again.field(/Hall name/)).value).toBe('Library System of Pune')
})

test('without a network the step stays open, shows an error and sends the same values on the next press', async () => {
  let isAway = true
  const saved = { ...untouched, hall: { ...untouched.hall, seats: 40 } }
  const page = open(
    '/setup/steps?step=seats',
    reply(api.updateHall, () => (isAway ? unreachable() : saved)),
  )
  const seats = await page.field(/Number of seats/)
  await page.user.clear(seats)
  await page.user.type(seats, '40')
  await page.press('Save and continue')
  expect(await page.findByText('Failed to save this step. The server could not be reached.')).toBeTruthy()
  expect([seats.value, page.address()]).toEqual(['40', '/setup/steps?step=seats'])
  isAway = false
  await page.press('Save and continue')
  await waitFor(() => expect(page.address()).toBe('/setup/steps?step=fee'))
  expect(page.getByRole('link', { name: 'Seats, saved' })).toBeTruthy()
})

test('a saved step shows the stored values, not earlier typed ones', async () => {
  const page = open('/setup/steps?step=name')
  const name = await page.field(/Hall name/)
  await page.user.clear(name)
  await page.user.fill(name, '  Sunrise  ')
  await page.press('Save and continue')
  await page.user.click(await page.findByRole('link', { name: 'Name and logo, saved' }))
  expect((await page.field(/Hall name/)).value).toBe('Sunrise')
})

test.each([
  ['name', /Hall name/, '  ', 'System name cannot be empty'],
  ['seats', /Number of seats/, 'many', 'Please enter a number of seats from 1 to 500'],
  ['seats', /Number of seats/, '501', 'Please enter a number of seats from 1 to 500'],
  ['fee', /UPI id/, 'hall', 'Please enter a UPI id such as hall@okbank'],
])('an invalid value of step %s is reported at its field', async (step, label, typed, sentence) => {
  const page = open(`/setup/steps?step=${step}`)
  const field = await page.field(label)
  await page.user.clear(field)
  await page.user.type(field, typed)
  await page.press(/^Save and/)
  expect(await page.findByText(sentence)).toBeTruthy()
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(page.calls.every(({ endpoint }) => endpoint === api.get)).toBe(true)
})

test('names the people on occupied seats', async () => {
  const taken = { params: { taken: [{ seat: 30, name: 'Asha' }], more: 0 } }
  const message = 'Taken: seat 30 (Asha). Please free them first'
  const page = open('/setup/steps?step=seats', reply(api.updateHall, refuse(customizationErrors.seatsTaken, { message, ...taken })))
  await page.field(/Number of seats/)
  await page.press('Save and continue')
  expect(await page.findByText(message)).toBeTruthy()
})

const picture = (name: string, type: string) => new File(['x'], name, { type })

test('a logo is uploaded as soon as it is chosen, and can be retried after a failure', async () => {
  let isAway = true
  const withLogo = { ...untouched, logoUrl: '/api/customization/logo/new', logoName: 'new.png', showLogo: true }
  const page = open(
    '/setup/steps?step=name',
    reply(api.uploadLogo, () => (isAway ? unreachable() : withLogo)),
    reply(api.get, () => (isAway ? untouched : withLogo)),
  )
  await page.field(/Hall name/)
  await page.user.upload(page.getByLabelText(/Logo/), picture('logo.png', 'image/png'))
  expect(await page.findByText('Failed to upload the logo. The server could not be reached.')).toBeTruthy()
  isAway = false
  await page.press('Upload again')
  expect(await page.findByText('Logo uploaded.')).toBeTruthy()
  await waitFor(() => expect(page.container.querySelector('figure img')?.getAttribute('src')).toBe('/api/customization/logo/new'))
})

test('does not send a file that is not a picture', async () => {
  const page = open('/setup/steps?step=name')
  await page.field(/Hall name/)
  const input = page.getByLabelText(/Logo/) as HTMLInputElement
  input.removeAttribute('accept')
  await page.user.upload(input, picture('notes.txt', 'text/plain'))
  expect(await page.findByText('Please select an image file')).toBeTruthy()
  expect(page.queryByRole('button', { name: 'Upload again' })).toBeNull()
  expect(page.sent(api.uploadLogo)).toEqual([])
})
