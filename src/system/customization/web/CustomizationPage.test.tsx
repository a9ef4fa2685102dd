import { fireEvent, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import { commonErrors, type ErrorKind } from '#contract/errors.ts'
import { defaultPalette } from '#contract/theme/palette.ts'
import { predefinedThemes } from '#contract/theme/predefined.ts'
import { shiftsApi } from '#system/shifts/shifts.contract.ts'
import { firstShifts } from '#system/shifts/shifts.shapes.contract.ts'
import { type FakeReply, refuse, reply, unreachable } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { pasteDate } from '#web/testing/typeDate.ts'
import { customizationApi as api, type Customization, customizationErrors, type Theme } from '../customization.contract.ts'
import type { Hall, LandingFigure } from '../customization.settings.contract.ts'
import { CustomizationPage } from './CustomizationPage.tsx'
import { FiguresDialogScreen } from './figuresScreens.ts'
import { untouched } from './testing/customization.ts'

// A dialog that suspends on its first render in a test would never resume, so its code is loaded first.
beforeAll(() => FiguresDialogScreen.load())

const dusk: Theme = { _id: 'dusk', name: 'Dusk', colors: { ...defaultPalette, primary: '#7C3AED' }, createdBy: { _id: 'a', name: 'Asha' } }
const predefined = predefinedThemes.map((theme) => ({ ...theme, createdBy: null }))

type Opened = { section?: string; now?: Partial<Customization>; custom?: Theme[] }

/** Renders the page with a server that stores what it is sent. */
const open = ({ section, now = {}, custom = [] }: Opened = {}, ...replies: FakeReply[]) => {
  let kept: Customization = { ...untouched, ...now }
  let keptFigures = { figures: kept.landing.figures.map((figure) => ({ ...figure, hidden: false })), isAsked: true }
  const keep = (change: Partial<Customization>): Customization => {
    kept = { ...kept, ...change }
    return kept
  }
  const page = renderPage(<CustomizationPage />, {
    as: 'admin',
    at: section ? `/customization?section=${section}` : '/customization',
    replies: [
      reply(api.get, () => kept),
      reply(api.themes, () => ({ predefined, custom })),
      reply(api.updateSystemName, ({ body }) => keep({ systemName: String(body.systemName).trim() })),
      reply(api.toggleLogo, ({ body }) => keep({ showLogo: body.showLogo === true })),
      reply(api.updateLogoSize, ({ body }) => keep({ logoSize: Number(body.logoSize) })),
      reply(api.removeLogo, () => keep({ logoUrl: null, logoName: null, showLogo: false })),
      reply(api.uploadLogo, () => keep({ logoUrl: '/api/customization/logo/new', logoName: 'new.png', showLogo: true })),
      reply(api.applyTheme, ({ body }) => {
        const found = [...predefined, ...custom].find(({ _id }) => _id === body.themeId) ?? dusk
        return keep({ activeTheme: { _id: found._id, name: found.name, colors: found.colors } })
      }),
      reply(api.figures, () => keptFigures),
      reply(api.updateLanding, ({ body: { figures, figuresAreTrue, ...body } }) => {
        keptFigures = { figures: (figures as LandingFigure[] | undefined) ?? keptFigures.figures, isAsked: !figuresAreTrue }
        return keep({ landing: { ...kept.landing, ...body } })
      }),
      reply(shiftsApi.list, { shifts: firstShifts.map((shift) => ({ ...shift, students: 0 })) }),
      reply(api.updateHall, ({ body }) => keep({ hall: { ...kept.hall, ...(body as Partial<Hall>) } })),
      reply(api.updateDocuments, ({ body }) =>
        keep({ documents: { ...kept.documents, officeViewer: body.officeViewer as Customization['documents']['officeViewer'] } }),
      ),
      reply(api.updateChat, ({ body }) => keep({ chat: { ...kept.chat, ...body } })),
      ...replies,
    ],
  })
  const sent = (endpoint: object) => page.calls.filter((call) => call.endpoint === endpoint).map(({ received }) => received.body)
  return { ...page, sent, button: (name: string | RegExp) => page.getByRole('button', { name }) as HTMLButtonElement }
}

const withLogo = { logoUrl: '/api/customization/logo/old', logoName: 'old.png', showLogo: true }

test('shows a failed load with a button to retry', async () => {
  const page = open({}, reply(api.get, refuse(commonErrors.notAllowed, { message: '' })))
  expect(await page.findByText('Failed to load customization settings')).toBeTruthy()
  expect(page.button('Retry')).toBeTruthy()
})

describe('the system name', () => {
  test('can be updated after a change, and cannot be empty', async () => {
    const page = open()
    const field = await page.findByRole('textbox', { name: /System name/ })
    const update = page.button('Update')
    expect(update.disabled).toBe(true)
    await page.user.type(field, '  ')
    expect(update.disabled).toBe(true)
    await page.user.clear(field)
    await page.user.click(update)
    expect(page.getByText('System name cannot be empty')).toBeTruthy()
    await page.user.fill(field, 'सरस्वती Hall')
    await page.user.click(update)
    expect(await page.findByText('System name updated.')).toBeTruthy()
    expect(page.sent(api.updateSystemName)).toEqual([{ systemName: 'सरस्वती Hall' }])
    await waitFor(() => expect(page.button('Update').disabled).toBe(true))
  })

  test('shows why it could not be saved', async () => {
    const page = open({}, reply(api.updateSystemName, unreachable))
    await page.user.type(await page.findByRole('textbox', { name: /System name/ }), ' 2')
    await page.user.click(page.button('Update'))
    expect(await page.findByText('Failed to update system name. The server could not be reached.')).toBeTruthy()
  })
})

describe('the logo', () => {
  test('can be shown, resized and deleted only if there is one', async () => {
    const page = open()
    await page.findByText('No logo yet.')
    expect([page.queryByRole('switch'), page.queryByRole('slider'), page.queryByRole('button', { name: 'Delete logo' })]).toEqual([
      null,
      null,
      null,
    ])
  })

  test('has a size only while it is shown, and is hidden optimistically', async () => {
    const page = open({ now: withLogo })
    expect(await page.findByRole('slider', { name: 'Logo size' })).toBeTruthy()
    await page.user.click(page.getByRole('switch', { name: /Show the logo/ }))
    await waitFor(() => expect(page.queryByRole('slider')).toBeNull())
    expect(page.sent(api.toggleLogo)).toEqual([{ showLogo: false }])
  })

  test('is saved in the size at which the slider rests', async () => {
    const page = open({ now: withLogo })
    const slider = (await page.findByRole('slider')) as HTMLInputElement
    expect([slider.min, slider.max, slider.step, slider.value]).toEqual(['20', '120', '5', '40'])
    fireEvent.change(slider, { target: { value: '80' } })
    fireEvent.change(slider, { target: { value: '90' } })
    expect(page.getByText('90 px')).toBeTruthy()
    await waitFor(() => expect(page.sent(api.updateLogoSize)).toEqual([{ logoSize: 90 }]))
  })

  test('is deleted after a confirmation', async () => {
    const page = open({ now: withLogo })
    await page.user.click(await page.findByRole('button', { name: 'Delete logo' }))
    await page.user.click(within(await page.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    expect(await page.findByText('No logo yet.')).toBeTruthy()
  })

  test('is checked to be a picture of at most 5MB before it is sent', async () => {
    const page = open()
    const picker = (await page.findByLabelText('Logo file')) as HTMLInputElement
    fireEvent.change(picker, { target: { files: [new File(['x'], 'logo.pdf', { type: 'application/pdf' })] } })
    expect(page.getByText('Please select an image file')).toBeTruthy()
    const large = new File([new Uint8Array(5 * 1_048_576 + 1)], 'logo.png', { type: 'image/png' })
    fireEvent.change(picker, { target: { files: [large] } })
    expect(page.getByText('Logo file size must be less than 5MB')).toBeTruthy()
    fireEvent.change(picker, { target: { files: [new File(['x'], 'logo.png', { type: 'image/png' })] } })
    await page.user.click(page.button('Upload logo'))
    expect(await page.findByText('Logo uploaded.')).toBeTruthy()
    expect(page.queryByRole('button', { name: 'Upload logo' })).toBeNull()
  })

  const failure: [string, FakeReply, 'switch' | 'button', string, string][] = [
    [
      'toggled',
      reply(api.toggleLogo, unreachable),
      'switch',
      'Show the logo',
      'Failed to toggle logo visibility. The server could not be reached.',
    ],
    ['deleted', reply(api.removeLogo, unreachable), 'button', 'Delete logo', 'Failed to delete logo. The server could not be reached.'],
  ]
  test.each(failure)('shows an error if it cannot be %s', async (_, failing, role, pressed, told) => {
    const page = open({ now: withLogo }, failing)
    await page.user.click(await page.findByRole(role, { name: new RegExp(pressed) }))
    const dialog = page.queryByRole('alertdialog')
    if (dialog) await page.user.click(within(dialog).getByRole('button', { name: 'Delete' }))
    expect(await page.findByText(told)).toBeTruthy()
  })
})

describe('themes', () => {
  test('are selected, and then applied or not', async () => {
    const page = open({ section: 'themes' })
    await page.user.click(await page.findByRole('button', { name: /^Forest/ }))
    expect(page.getByText('Forest is selected')).toBeTruthy()
    await page.user.click(page.button('Cancel'))
    expect(page.queryByRole('button', { name: 'Apply Theme' })).toBeNull()
    await page.user.click(page.button(/^Forest/))
    await page.user.click(page.button('Apply Theme'))
    expect(await page.findByText('Theme "Forest" is active.')).toBeTruthy()
    expect(page.sent(api.applyTheme)).toEqual([{ themeId: 'forest' }])
    expect((await page.findByText('Forest is active')).textContent).toBeTruthy()
  })

  test('stay selected and show an error if they cannot be applied', async () => {
    const page = open({ section: 'themes' }, reply(api.applyTheme, unreachable))
    await page.user.click(await page.findByRole('button', { name: /^Forest/ }))
    await page.user.click(page.button('Apply Theme'))
    // Shown beside its button: on a phone, a toast would cover the bar with the button.
    const bar = within(page.getByRole('region', { name: 'Preview' }))
    expect(await bar.findByText('Failed to apply theme. The server could not be reached.')).toBeTruthy()
    expect(bar.getByText('Forest is selected')).toBeTruthy()
    await page.user.click(page.button(/^Slate/))
    expect(page.queryByText(/Failed to apply theme/)).toBeNull()
  })

  test('are created with a name and twelve colors, with a warning about illegible text', async () => {
    const page = open(
      { section: 'themes' },
      reply(api.createTheme, ({ body }) => ({ ...dusk, ...body }) as Theme),
    )
    await page.user.click(await page.findByRole('button', { name: 'New theme' }))
    const dialog = within(await page.findByRole('dialog'))
    const text = dialog.getByLabelText('Text')
    expect(dialog.queryByText(/has a contrast of/)).toBeNull()
    fireEvent.change(text, { target: { value: '#BBBBBB' } })
    expect(dialog.getByText(/has a contrast of 1\.83:1/)).toBeTruthy()
    fireEvent.change(text, { target: { value: '#12' } })
    await page.user.click(dialog.getByRole('button', { name: 'Save theme' }))
    expect(dialog.getByText('Theme name is required')).toBeTruthy()
    expect(dialog.getByText('Please enter a color such as #3B82F6')).toBeTruthy()
    expect(page.sent(api.createTheme)).toEqual([])
    fireEvent.change(dialog.getByLabelText('Text: color picker'), { target: { value: '#101010' } })
    await page.user.fill(dialog.getByLabelText(/Theme name/), 'Dawn')
    await page.user.click(dialog.getByRole('button', { name: 'Save theme' }))
    expect(await page.findByText('Theme "Dawn" was created.')).toBeTruthy()
    expect(page.sent(api.createTheme)).toEqual([{ name: 'Dawn', colors: { ...defaultPalette, text: '#101010' } }])
  })

  const refusals: [string, () => never | ReturnType<typeof refuse>, string][] = [
    ['without an answer', unreachable, 'Failed to save custom theme. The server could not be reached.'],
    ['with a name that is taken', () => taken(customizationErrors.themeNameTaken), 'A theme with this name already exists'],
  ]
  const taken = (kind: ErrorKind) => refuse(kind, { fields: { name: kind.message } })
  test.each(refusals)('show an error if they cannot be saved, %s', async (_, answer, told) => {
    const page = open({ section: 'themes', custom: [dusk] }, reply(api.updateTheme, answer))
    await page.user.click(await page.findByRole('button', { name: 'Edit Dusk' }))
    const dialog = within(await page.findByRole('dialog'))
    await page.user.type(dialog.getByLabelText(/Theme name/), ' 2')
    await page.user.click(dialog.getByRole('button', { name: 'Save theme' }))
    expect(await dialog.findByText(told)).toBeTruthy()
  })

  test('ask before changed colors are discarded, but not without changes', async () => {
    const page = open({ section: 'themes', custom: [dusk] })
    await page.user.click(await page.findByRole('button', { name: 'Edit Dusk' }))
    await page.findByRole('dialog')
    await page.user.keyboard('{Escape}')
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
    await page.user.click(page.button('Edit Dusk'))
    fireEvent.change(within(await page.findByRole('dialog')).getByLabelText('Text'), { target: { value: '#101010' } })
    await page.user.keyboard('{Escape}')
    await page.findByRole('alertdialog', { name: 'Discard your changes?' })
    await page.user.click(page.button('Keep editing'))
    await waitFor(() => expect(page.queryByRole('alertdialog')).toBeNull())
    expect(within(page.getByRole('dialog')).getByLabelText('Text')).toHaveProperty('value', '#101010')
  })

  test('are limited to ten, with the reason shown', async () => {
    const ten = Array.from({ length: 10 }, (_, at) => ({ ...dusk, _id: `t${at}`, name: `Dusk ${at}` }))
    const page = open({ section: 'themes', custom: ten })
    const add = (await page.findByRole('button', { name: 'New theme' })) as HTMLButtonElement
    expect(add.disabled).toBe(true)
    expect(page.getByText(/at most 10 custom themes/).id).toBe(add.getAttribute('aria-describedby'))
  })

  test('are deleted after a confirmation, which says what replaces the active one', async () => {
    const active = { _id: dusk._id, name: dusk.name, colors: dusk.colors }
    const page = open({ section: 'themes', custom: [dusk], now: { activeTheme: active } }, reply(api.removeTheme, unreachable))
    await page.user.click(await page.findByRole('button', { name: 'Delete Dusk' }))
    const dialog = within(await page.findByRole('alertdialog'))
    expect(dialog.getByText(/everybody will see "Library Blue" instead/)).toBeTruthy()
    await page.user.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await page.findByText('Failed to delete custom theme. The server could not be reached.')).toBeTruthy()
  })
})

describe('the landing page', () => {
  test('extracts the address from a map’s embed code, and sends only what was changed', async () => {
    const page = open({ section: 'landing' })
    const map = await page.findByLabelText('Map')
    fireEvent.change(map, {
      target: { value: '<iframe width="9" src="https://www.google.com/maps/embed?pb=1&amp;x=2" style=""></iframe>' },
    })
    await page.user.click(page.getByRole('switch', { name: 'Open on Sunday' }))
    await page.user.click(page.button('Add a closed day'))
    await pasteDate(page.user, page, 'Date', '2027-01-26')
    await page.user.click(page.button('Save'))
    expect(await page.findByText('Saved.')).toBeTruthy()
    const hours = untouched.landing.hours.map((row) => (row.day === 'sunday' ? { ...row, closed: true } : row))
    expect(page.sent(api.updateLanding)).toEqual([
      { mapUrl: 'https://www.google.com/maps/embed?pb=1&x=2', hours, closures: [{ date: '2027-01-26', reason: '' }] },
    ])
    expect(page.button('Save').disabled).toBe(true)
  })

  test('asks whether the figures are true, and treats an edit as the answer', async () => {
    const page = open({ section: 'landing' })
    const question = within(await page.findByRole('region', { name: 'Is this true of your hall?' }))
    await page.user.click(question.getByRole('button', { name: 'Edit' }))
    const dialog = within(await page.findByRole('dialog', { name: 'Edit figures' }))
    fireEvent.change(dialog.getByLabelText('Figure 1'), { target: { value: '1234567890123' } })
    await page.user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(dialog.getByText('Please use at most 12 characters')).toBeTruthy()
    fireEvent.change(dialog.getByLabelText('Figure 1'), { target: { value: '120' } })
    await page.user.click(dialog.getByRole('switch', { name: 'Show figure 4' }))
    await page.user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(page.queryByText('Is this true of your hall?')).toBeNull())
    const [one, two, three, four] = untouched.landing.figures.map((figure) => ({ ...figure, hidden: false }))
    const figures = [{ ...one, value: '120' }, two, three, { ...four, hidden: true }]
    expect(page.sent(api.updateLanding)).toEqual([{ figures, figuresAreTrue: true }])
    expect(page.getByLabelText('Figure 1')).toHaveProperty('value', '120')
  })

  test('treats figures saved without changes as an answer too', async () => {
    const page = open({ section: 'landing' })
    const question = within(await page.findByRole('region', { name: 'Is this true of your hall?' }))
    await page.user.click(question.getByRole('button', { name: 'Edit' }))
    const dialog = within(await page.findByRole('dialog', { name: 'Edit figures' }))
    await page.user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(page.queryByText('Is this true of your hall?')).toBeNull())
    const figures = untouched.landing.figures.map((figure) => ({ ...figure, hidden: false }))
    expect(page.sent(api.updateLanding)).toEqual([{ figures, figuresAreTrue: true }])
  })

  test('shows errors at their fields, and discards changes on a press', async () => {
    const page = open({ section: 'landing' })
    fireEvent.change(await page.findByLabelText('Map'), { target: { value: 'https://evil.example' } })
    fireEvent.change(page.getByLabelText('Figure 2'), { target: { value: ' ' } })
    await page.user.click(page.button('Save'))
    expect(page.getByText('Please enter the embed address of a map from OpenStreetMap or Google Maps')).toBeTruthy()
    expect(page.getByLabelText('Figure 2').getAttribute('aria-invalid')).toBe('true')
    await page.user.click(page.button('Discard changes'))
    expect((page.getByLabelText('Map') as HTMLInputElement).value).toBe('')
    expect(page.sent(api.updateLanding)).toEqual([])
  })
})

test('occupied seats cannot be removed, and the people who have them are named', async () => {
  const sentence = 'Taken: seat 30 (Asha). Please free them first'
  const page = open(
    { section: 'hall' },
    reply(api.updateHall, refuse(customizationErrors.seatsTaken, { message: sentence, fields: { seats: sentence } })),
  )
  const seats = await page.findByLabelText(/Number of seats/)
  fireEvent.change(seats, { target: { value: 'many' } })
  const save = () => page.user.click(page.getAllByRole('button', { name: 'Save' })[0] as HTMLElement)
  await save()
  expect(page.getByText('Please enter a number of seats from 1 to 500')).toBeTruthy()
  fireEvent.change(seats, { target: { value: '20' } })
  await save()
  expect(await page.findByText(sentence)).toBeTruthy()
  expect(page.sent(api.updateHall)).toEqual([{ seats: 20 }])
})

test('the monthly fee, its due day, UPI and the reminder are saved with the hall', async () => {
  const page = open({ section: 'hall' })
  const [seats, fees] = [await page.findByLabelText(/Number of seats/), page.getByLabelText(/^Monthly fee/)]
  expect([(seats as HTMLInputElement).value, (fees as HTMLInputElement).value]).toEqual(['38', '1000'])
  const save = () => page.user.click(page.getAllByRole('button', { name: 'Save' })[1] as HTMLElement)
  fireEvent.change(fees, { target: { value: '0' } })
  fireEvent.change(page.getByLabelText(/^Morning/), { target: { value: 'free' } })
  fireEvent.change(page.getByLabelText(/^UPI id/), { target: { value: 'no id' } })
  await save()
  expect(page.getAllByText('Please enter an amount above 0, such as 1000 or 999.50')).toHaveLength(2)
  expect(page.getByText('Please enter a UPI id such as hall@okbank')).toBeTruthy()
  fireEvent.change(fees, { target: { value: '850.50' } })
  fireEvent.change(page.getByLabelText(/^Morning/), { target: { value: '600' } })
  fireEvent.change(page.getByLabelText(/^UPI id/), { target: { value: 'hall@okbank' } })
  await page.user.selectOptions(page.getByLabelText(/^Due on/), '5')
  await save()
  await waitFor(() => expect(page.sent(api.updateHall)).toHaveLength(1))
  const slotFees = { morning: 600, afternoon: null, 'full-day': null }
  expect(page.sent(api.updateHall)).toEqual([{ monthlyFee: 850.5, slotFees, upiId: 'hall@okbank', feeDueDay: 5 }])
})

test('choosing an external viewer explains where files are sent, and why it cannot work', async () => {
  const page = open({ section: 'documents' })
  await page.user.selectOptions(await page.findByLabelText(/^Viewer/), 'microsoft')
  expect(page.getByText(/sends it to Microsoft/)).toBeTruthy()
  expect(page.getByText('External viewers cannot work here yet')).toBeTruthy()
  await page.user.click(page.button('Save'))
  expect(await page.findByText('Saved.')).toBeTruthy()
  expect(page.sent(api.updateDocuments)).toEqual([{ officeViewer: 'microsoft' }])
})

test('each choice of whom students may write to explains itself, and only changes are sent', async () => {
  const page = open({ section: 'chat' })
  const everyone = (await page.findByRole('radio', { name: 'Everyone' })) as HTMLInputElement
  expect([everyone.checked, page.button('Save').disabled]).toEqual([true, true])
  expect(page.getByRole('radio', { name: 'Nobody', description: /can reply to staff who have written to them/ })).toBeTruthy()
  await page.user.click(page.getByRole('radio', { name: 'Staff only', description: /not to one another/ }))
  await page.user.click(page.button('Save'))
  expect(await page.findByText('Saved.')).toBeTruthy()
  await page.user.click(page.getByRole('switch', { name: 'Show who is online' }))
  await page.user.click(page.button('Save'))
  await waitFor(() => expect(page.sent(api.updateChat)).toEqual([{ studentsMayWrite: 'staff' }, { showPresence: false }]))
})

test('the switch for encryption shows the reasons for and against it', async () => {
  const page = open({ section: 'chat' })
  const reasons = within(await page.findByRole('list', { name: 'Reasons for on and off' })).getAllByRole('listitem')
  expect(reasons.map(({ textContent }) => textContent)).toEqual([
    'On: Only members can read an encrypted chat, even if the server or a backup is stolen.',
    'Off: Administrators can review all chats, and people who lose their devices keep their messages.',
  ])
})

test('the usual purposes of payments are edited one per line, and the hour to close the day is chosen', async () => {
  const page = open({ section: 'hall' })
  const field = await page.findByRole('textbox', { name: 'What cash is usually paid out for' })
  const card = within(page.getByRole('region', { name: 'Cash box' }))
  await page.user.clear(field)
  await page.user.fill(field, 'Water\n\nTea\ntea')
  await page.user.click(card.getByRole('button', { name: 'Save' }))
  expect(await card.findByText('Please enter each purpose only once')).toBeTruthy()
  await page.user.fill(field, ' for guests')
  await page.user.click(card.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(page.sent(api.updateHall)).toEqual([{ boxPurposes: ['Water', 'Tea', 'tea for guests'] }]))
  const hour = page.getByRole('combobox', { name: 'Remind to close the day from' })
  expect(hour).toHaveProperty('value', '20')
  for (const [shown, closeHour] of [
    ['12 am', 0],
    ['9 pm', 21],
    ['Never', null],
  ] as const) {
    await page.user.selectOptions(hour, shown)
    await page.user.click(within(hour.closest('form') as HTMLElement).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(page.sent(api.updateHall).at(-1)).toEqual({ closeHour }))
  }
})

const discardQuestion = { name: 'Discard your changes?' }

test('asks before another section or the back button loses settings that are not saved', async () => {
  const page = open({ section: 'hall' })
  const fee = await page.findByLabelText(/^Monthly fee/)
  await page.user.clear(fee)
  await page.user.fill(fee, '900')
  const leaveAndStay = async (leave: () => unknown) => {
    await leave()
    const question = within(await page.findByRole('alertdialog', discardQuestion))
    await page.user.click(question.getByRole('button', { name: 'Keep editing' }))
    await expect.poll(() => page.queryByRole('alertdialog')).toBeNull()
    expect(page.getByLabelText(/^Monthly fee/)).toHaveProperty('value', '900')
  }
  await leaveAndStay(() => page.user.click(page.getByRole('tab', { name: 'Chat' })))
  await leaveAndStay(() => window.history.back())
  await page.user.click(page.getByRole('tab', { name: 'Chat' }))
  await page.user.click(within(await page.findByRole('alertdialog', discardQuestion)).getByRole('button', { name: 'Discard' }))
  expect(await page.findByText('Whom students may write to')).toBeTruthy()
  await page.user.click(page.getByRole('tab', { name: 'Hall' }))
  expect(page.queryByRole('alertdialog')).toBeNull()
  expect(await page.findByLabelText(/^Monthly fee/)).toHaveProperty('value', '1000')
})

test('asks nothing when a dialog over settings that are not saved closes by itself', async () => {
  const page = open({ section: 'hall' })
  const fee = await page.findByLabelText(/^Monthly fee/)
  await page.user.type(fee, '0')
  await page.user.click(page.button('Add shift'))
  const form = within(await page.findByRole('dialog', { name: 'Add shift' }))
  await page.user.fill(form.getByLabelText(/^Name/), 'Night')
  await page.user.click(form.getByRole('button', { name: 'Cancel' }))
  await expect.poll(() => page.queryByRole('dialog')).toBeNull()
  await expect.poll(() => (window.history.state as { guard?: number }).guard).toBeDefined()
  expect(page.queryByRole('alertdialog')).toBeNull()
})
