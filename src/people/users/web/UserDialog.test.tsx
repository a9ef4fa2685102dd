import { fireEvent, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Role } from '#contract/actor.ts'
import { MB } from '#contract/limits.ts'
import { customizationApi } from '#system/customization/customization.contract.ts'
import { untouched } from '#system/customization/web/testing/customization.ts'
import { queryClient } from '#web/api/queryClient.ts'
import { getSession } from '#web/api/session.ts'
import { today } from '#web/api/timeZone.ts'
import { refuse, reply } from '#web/testing/fakeServer.ts'
import { replied } from '#web/testing/replied.ts'
import { clearDate, dateIn, pasteDate } from '#web/testing/typeDate.ts'
import { type User, usersApi } from '../users.contract.ts'
import { userErrors } from '../users.errors.contract.ts'
import { extendedBy } from './lastDay.ts'
import { openCreate, openEdit, people, person, seats, sentBy } from './testing/usersPage.tsx'

// jsdom has neither, because it renders no pictures.
beforeEach(() => {
  URL.createObjectURL = (file) => `blob:${(file as File).name}`
  URL.revokeObjectURL = () => {}
})

const picture = (name = 'face.png', type = 'image/png') => new File(['x'], name, { type })
const ofBytes = (bytes: number) => Object.defineProperty(picture(), 'size', { value: bytes })

test.each<[Role, string[]]>([
  ['manager', ['Student']],
  ['admin', ['Student']],
  ['superadmin', ['Student', 'Manager', 'Admin', 'Superadmin']],
])('a %s chooses among %j', async (role, names) => {
  const { form, openMore } = await openCreate(role)
  await openMore()
  const choices = within(form.getByLabelText(/^Role/)).getAllByRole('option')
  expect(choices.map((choice) => choice.textContent)).toEqual(names)
})

const isOpen = (form: Awaited<ReturnType<typeof openCreate>>['form']): boolean =>
  form.getByRole('button', { name: /^More/ }).getAttribute('aria-expanded') === 'true'

test('shows five essentials, with everything else filled in or behind one button', async () => {
  const { form } = await openCreate('admin')
  for (const label of [/^Name/, /^Phone/, /^Seat number/, /^Monthly fee/]) expect(form.getByLabelText(label)).toHaveProperty('value', '')
  expect(form.getByRole('group', { name: 'Shift' })).toBeTruthy()
  expect(form.getByText(/^Until \d/)).toBeTruthy()
  expect(isOpen(form)).toBe(false)
  expect(form.queryByLabelText(/^Email/)).toBeNull()
})

test('fills in a readable password, today as the joining date and a month, which are sent unseen, and refetches the list', async () => {
  const page = await openCreate('admin', reply(usersApi.create, person()))
  await page.fillIn()
  await page.submit()
  await waitFor(() => expect(sentBy(page)?.body).toMatchObject({ dateJoinedLibrary: today(), role: 'student' }))
  expect(sentBy(page)?.body.password).toMatch(/^[a-z]{4}-[a-z]{4}-[a-z]{4}-\d\d$/)
  expect(sentBy(page)?.body.terminationDate).toBe(extendedBy(1, null, today()))
  await waitFor(() =>
    expect(page.calls.filter(({ endpoint, received }) => endpoint === usersApi.list && !received.query.search)).toHaveLength(2),
  )
})

test('reports all problems of one submit at their fields, those under More too, and focuses the first', async () => {
  const page = await openCreate('admin')
  await page.openMore()
  await page.user.clear(page.form.getByLabelText(/^Password/))
  await page.openMore()
  expect(isOpen(page.form)).toBe(false)
  await page.paste(/^Seat number/, '39')
  await page.submit()
  expect(await page.form.findByText('Name is required')).toBeTruthy()
  for (const text of [
    'Seat number must be from 1 to 38',
    'Please choose a shift for this seat',
    'Email is required',
    'Password is required',
  ])
    expect(page.form.getByText(text)).toBeTruthy()
  expect(isOpen(page.form)).toBe(true)
  expect(page.form.getByLabelText(/^Name/).getAttribute('aria-invalid')).toBe('true')
  await waitFor(() => expect(document.activeElement).toBe(page.form.getByLabelText(/^Name/)))
  expect(sentBy(page)).toBeUndefined()
})

test('opens More for a problem there alone, and focuses it, though the part was never open', async () => {
  const page = await openCreate('admin')
  await page.fillIn('')
  await page.submit()
  expect(await page.form.findByText('Email is required')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(page.form.getByLabelText(/^Email/)))
  expect(page.form.queryByRole('alert')).toBeNull()
})

describe('the chips of the shifts', () => {
  const half = (userId: string, name: string, isExpired = false) =>
    ({ userId, name, slot: 'morning', terminationDate: null, isExpired, owed: 0, phone: null }) as const
  const taken = seats(
    { seatNumber: 12, morning: half('two', 'Ravi Kumar'), afternoon: null },
    { seatNumber: 13, morning: null, afternoon: half('three', 'Sunil Das', true) },
  )
  const chips = (page: Awaited<ReturnType<typeof openCreate>>) =>
    page.form.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)

  test('count the free seats, name the holders of the typed one, and who it is kept for', async () => {
    const page = await openCreate('manager', taken)
    await waitFor(() =>
      expect(chips(page)).toEqual(['Morning 00:00–14:00 37 free', 'Afternoon 14:00–24:00 38 free', 'Full-day 24 hours 37 free']),
    )
    await page.type(/^Seat number/, '12')
    expect(chips(page)).toEqual(['Morning 00:00–14:00 Ravi Kumar', 'Afternoon 14:00–24:00 Free', 'Full-day 24 hours Ravi Kumar'])
    await page.type(/^Seat number/, '{Backspace}3')
    expect(chips(page)).toEqual([
      'Morning 00:00–14:00 Free',
      'Afternoon 14:00–24:00 Kept for Sunil Das',
      'Full-day 24 hours Kept for Sunil Das',
    ])
  })

  test('refuse a taken half before anything is sent, and a second press takes a choice back', async () => {
    const page = await openCreate('manager', taken, reply(usersApi.create, person()))
    await page.fillIn()
    await page.type(/^Seat number/, '12')
    await page.user.click(await page.form.findByRole('radio', { name: 'Full-day 24 hours Ravi Kumar' }))
    await page.submit()
    expect(await page.form.findByText('Seat 12 (morning) is taken by Ravi Kumar')).toBeTruthy()
    expect(sentBy(page)).toBeUndefined()
    await page.user.click(page.form.getByRole('radio', { name: 'Full-day 24 hours Ravi Kumar' }))
    await page.user.clear(page.form.getByLabelText(/^Seat number/))
    await page.submit()
    await waitFor(() => expect(sentBy(page)?.body.name).toBe('Asha Devi'))
    expect(sentBy(page)?.body).not.toHaveProperty('slot')
  })
})

test('rejects 0, 39 and x as a seat', async () => {
  const page = await openCreate('admin')
  await page.fillIn()
  await page.user.click(page.form.getByRole('radio', { name: /^Morning/ }))
  for (const seat of ['0', '39', 'x']) {
    await page.user.clear(page.form.getByLabelText(/^Seat number/))
    await page.paste(/^Seat number/, seat)
    expect(page.form.queryByText('Seat number must be from 1 to 38')).toBeNull()
    await page.submit()
    expect(await page.form.findByText('Seat number must be from 1 to 38')).toBeTruthy()
  }
  expect(sentBy(page)).toBeUndefined()
})

test('limits seats to those of the hall, and still allows changes of a person whose seat is gone', async () => {
  const page = await openEdit('superadmin', person({ seatNumber: 30, slot: 'morning' }), reply(usersApi.update, person()))
  queryClient.setQueryData([customizationApi.get.path, {}], { ...untouched, hall: { ...untouched.hall, seats: 20 } })
  expect(await page.form.findByText('From 1 to 20.')).toBeTruthy()
  await page.user.clear(page.form.getByLabelText(/^Seat number/))
  await page.paste(/^Seat number/, '21')
  await page.submit()
  expect(await page.form.findByText('Seat number must be from 1 to 20')).toBeTruthy()
  await page.user.clear(page.form.getByLabelText(/^Seat number/))
  await page.paste(/^Seat number/, '30')
  await page.paste(/^Name/, ' Rao')
  await page.submit()
  await waitFor(() => expect(sentBy(page)?.body).toEqual({ name: 'Asha Devi Rao' }))
})

test('creates a student with details and a picture, which is previewed', async () => {
  const page = await openCreate('admin', reply(usersApi.create, person()))
  await page.fillIn('+91 98765 43210')
  await page.openMore()
  await page.paste(/^Email/, 'asha@example.org')
  await page.user.clear(page.form.getByLabelText(/^Password/))
  await page.paste(/^Password/, 'long enough')
  await pasteDate(page.user, page.form, 'Date of birth', '2004-02-29')
  await pasteDate(page.user, page.form, 'Termination date', '2027-03-31')
  await page.paste(/^Seat number/, '38')
  await page.user.click(page.form.getByRole('radio', { name: /^Full-day/ }))
  await page.user.upload(page.form.getByLabelText('Profile picture'), picture())
  expect(page.form.getByRole('img', { name: 'Preview of face.png' })).toBeTruthy()
  await page.submit()
  expect(await page.findByText('User created successfully!')).toBeTruthy()
  expect(page.getByRole('dialog', { name: 'Account ready' })).toBeTruthy()
  expect(sentBy(page)?.file?.name).toBe('face.png')
  expect(sentBy(page)?.body).toEqual({
    name: 'Asha Devi',
    email: 'asha@example.org',
    password: 'long enough',
    role: 'student',
    phone: '+91 98765 43210',
    dob: '2004-02-29',
    dateJoinedLibrary: today(),
    terminationDate: '2027-03-31',
    seatNumber: '38',
    slot: 'full-day',
  })
})

test('rejects a picture over 5 MB or that is none as soon as it is chosen, and sends one of exactly 5 MB', async () => {
  const page = await openCreate('admin', reply(usersApi.create, person()))
  await page.fillIn()
  await page.openMore()
  const choose = (file: File) => fireEvent.change(page.form.getByLabelText('Profile picture'), { target: { files: [file] } })
  const wrong = [
    [ofBytes(5 * MB + 1), 'The picture is larger than 5MB'],
    [picture('notes.pdf', 'application/pdf'), 'Please select an image file'],
  ] as const
  for (const [file, sentence] of wrong) {
    choose(file)
    expect(await page.form.findByText(sentence)).toBeTruthy()
    await page.submit()
    expect(sentBy(page)).toBeUndefined()
  }
  choose(ofBytes(5 * MB))
  await page.submit()
  expect(await page.findByText('User created successfully!')).toBeTruthy()
})

test('shows the progress of a picture upload, which can be cancelled', async () => {
  const page = await openCreate(
    'admin',
    reply(usersApi.create, () => new Promise<never>(() => {})),
  )
  await page.fillIn()
  await page.openMore()
  await page.user.upload(page.form.getByLabelText('Profile picture'), picture())
  await page.submit()
  expect((await page.form.findByRole('progressbar')).getAttribute('aria-valuetext')).toContain('50 bytes of 100 bytes')
  await page.user.click(page.form.getByRole('button', { name: 'Cancel upload' }))
  expect(await page.form.findByText('Upload cancelled. Nothing was saved.')).toBeTruthy()
})

test('shows student details only for students, and does not send them for others', async () => {
  const page = await openCreate('superadmin', reply(usersApi.create, person({ role: 'manager' })))
  await page.fillIn()
  await page.openMore()
  await page.type(/^Seat number/, '99')
  await page.user.upload(page.form.getByLabelText('Profile picture'), picture())
  await page.user.selectOptions(page.form.getByLabelText(/^Role/), 'Manager')
  expect(page.form.queryByLabelText(/^Seat number/)).toBeNull()
  expect(page.form.queryByLabelText('Profile picture')).toBeNull()
  await page.submit()
  await waitFor(() =>
    expect(sentBy(page)?.body).toEqual({ name: 'Asha Devi', phone: '9820628374', password: expect.any(String), role: 'manager' }),
  )
  expect(sentBy(page)?.file).toBeUndefined()
})

test('keeps the student details when the role is changed by mistake', async () => {
  const page = await openEdit('superadmin', person({ phone: '98765', seatNumber: 12, slot: 'morning' }), reply(usersApi.update, person()))
  await page.user.selectOptions(page.form.getByLabelText(/^Role/), 'Manager')
  expect(page.form.getByLabelText('Phone')).toHaveProperty('value', '98765')
  await page.user.selectOptions(page.form.getByLabelText(/^Role/), 'Student')
  expect(page.form.getByLabelText('Phone')).toHaveProperty('value', '98765')
  expect(page.form.getByLabelText('Seat number')).toHaveProperty('value', '12')
  await page.submit()
  await waitFor(() => expect(sentBy(page)?.body).toEqual({}))
})

test('shows a server error of a field there, also under More, and keeps the input', async () => {
  const errors = [
    ['email', userErrors.emailTaken, 'This email address is already in use', /^Email/],
    ['seatNumber', userErrors.seatTaken, 'Seat 12 (morning) is taken by Ravi Kumar', /^Seat number/],
    ['role', userErrors.adminByOther, 'Only superadmins can create admin accounts', /^Role/],
    ['role', userErrors.managerCreatesStudents, 'Managers can only create student accounts', /^Role/],
    ['profilePicture', userErrors.seatTaken, 'Please select an image file', /^Profile picture/],
  ] as const
  let calls = 0
  const refusing = reply(usersApi.create, () => {
    const [field, kind, message] = errors[calls++] ?? errors[0]
    return refuse(kind, { message, fields: { [field]: message } })
  })
  const page = await openCreate('manager', refusing)
  await page.fillIn()
  for (const [field, , sentence, label] of errors) {
    await page.submit()
    expect(await page.form.findByText(sentence)).toBeTruthy()
    // More is open only for a problem there.
    expect(isOpen(page.form)).toBe(field !== 'seatNumber')
    const input = page.form.getByLabelText(label)
    expect(document.getElementById(input.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '')?.textContent).toBe(sentence)
    await waitFor(() => expect(document.activeElement).toBe(input))
    expect(page.form.queryByRole('alert')).toBeNull()
  }
  const kept = [/^Name/, /^Phone/].map((each) => page.form.getByLabelText<HTMLInputElement>(each).value)
  expect(kept).toEqual(['Asha Devi', '9820628374'])
})

test('shows the message of the server, or "Operation failed" without one', async () => {
  let calls = 0
  const failing = reply(usersApi.create, () => {
    calls += 1
    return refuse(calls === 1 ? userErrors.managerCreatesStudents : { code: 'odd', status: 500, message: '' })
  })
  const { form, fillIn, submit } = await openCreate('manager', failing)
  await fillIn()
  await submit()
  expect((await form.findByRole('alert')).textContent).toBe('Managers can only create student accounts')
  await submit()
  await waitFor(() => expect(form.getByRole('alert').textContent).toBe('Operation failed'))
})

const asha = person({
  terminationDate: '2027-03-31',
  dob: '2004-02-29',
  dateJoinedLibrary: '2025-06-01',
  seatNumber: 12,
  slot: 'morning',
  phone: '98765',
  profilePictureUrl: '/api/user/one/picture?day=x',
})

test('fills in everything except the password for a superadmin, and sends only changes', async () => {
  const page = await openEdit('superadmin', asha, reply(usersApi.update, asha))
  const labels = [/^Name/, /^Email/, /^Password/, /^Role/, /^Phone/, /^Seat/, /^Shift/]
  const values = labels.map((label) => page.form.getByLabelText<HTMLInputElement>(label).value)
  expect(values).toEqual(['Asha Devi', 'asha@example.org', '', 'student', '98765', '12', 'morning'])
  expect(await dateIn(page.form, 'Termination date')).toBe('31/03/2027')
  expect(await dateIn(page.form, 'Date of birth')).toBe('29/02/2004')
  expect(await dateIn(page.form, 'Joining date')).toBe('01/06/2025')
  expect(page.form.getByText('Leave blank to keep the current password.')).toBeTruthy()
  await clearDate(page.user, page.form, 'Termination date')
  await page.user.clear(page.form.getByLabelText(/^Phone/))
  await page.paste(/^Phone/, '12345')
  await page.submit()
  expect(await page.findByText('User updated successfully!')).toBeTruthy()
  expect(page.queryByRole('dialog')).toBeNull()
  expect(sentBy(page)).toMatchObject({ params: { id: 'one' }, file: undefined })
  expect(sentBy(page)?.body).toEqual({ terminationDate: '', phone: '12345' })
})

test('requires a name when editing too', async () => {
  const page = await openEdit('superadmin', asha)
  await page.user.clear(page.form.getByLabelText(/^Name/))
  await page.submit()
  expect(await page.form.findByText('Name is required')).toBeTruthy()
  expect(sentBy(page)).toBeUndefined()
})

test('removes the picture', async () => {
  const page = await openEdit('superadmin', asha, reply(usersApi.update, asha))
  await page.user.click(page.form.getByRole('button', { name: 'Remove picture' }))
  await page.submit()
  await waitFor(() => expect(sentBy(page)?.body).toEqual({ removePicture: 'true' }))
})

test('replaces the picture', async () => {
  const page = await openEdit('superadmin', asha, reply(usersApi.update, asha))
  await page.user.upload(page.form.getByLabelText('Profile picture'), picture())
  await page.submit()
  await waitFor(() => expect(sentBy(page)).toMatchObject({ body: {}, file: { name: 'face.png' } }))
})

test('shows an admin everything read-only except the termination date', async () => {
  const page = await openEdit('admin', asha, reply(usersApi.updateTermination, asha))
  for (const text of ['Asha Devi', 'asha@example.org', '98765', '12', 'Morning', '29 Feb 2004', '1 Jun 2025'])
    expect(page.form.getByText(text)).toBeTruthy()
  expect(page.form.queryAllByRole('textbox')).toEqual([])
  expect(await dateIn(page.form, 'Termination date')).toBe('31/03/2027')
  await pasteDate(page.user, page.form, 'Termination date', '2027-06-30')
  await page.submit()
  expect(await page.findByText('User updated successfully!')).toBeTruthy()
  expect(sentBy(page)).toMatchObject({ params: { id: 'one' }, body: { terminationDate: '2027-06-30' } })
})

test('lets an admin remove the termination date', async () => {
  const page = await openEdit('admin', asha, reply(usersApi.updateTermination, asha))
  await clearDate(page.user, page.form, 'Termination date')
  await page.submit()
  await waitFor(() => expect(sentBy(page)?.body).toEqual({ terminationDate: '' }))
})

test('tells an admin who extends an account that its seat has been taken', async () => {
  const message = 'Seat 12 (morning) is taken by Ravi Kumar'
  const page = await openEdit(
    'admin',
    asha,
    reply(usersApi.updateTermination, refuse(userErrors.seatTaken, { message, fields: { seatNumber: message } })),
  )
  await page.submit()
  expect((await page.form.findByRole('alert')).textContent).toBe(message)
})

test('shows a person who edits their own account with the new name immediately', async () => {
  const me = person({ _id: 'superadmin-1', name: 'Sunil Kumar', email: 'sunil@example.org', role: 'superadmin' })
  const page = await openEdit('superadmin', me, reply(usersApi.update, { ...me, name: 'Sunil Rao' }))
  await page.type(/^Name/, '!')
  await page.submit()
  await waitFor(() => expect(getSession()?.user.name).toBe('Sunil Rao'))
})

test('lets an admin who extends after a gap charge its months or not, and leave the seat', async () => {
  const over = { ...asha, terminationDate: '2020-03-31' }
  const page = await openEdit('admin', over, reply(usersApi.updateTermination, asha))
  expect(page.form.queryByRole('switch')).toBeNull()
  await pasteDate(page.user, page.form, 'Termination date', '2099-06-30')
  await page.user.click(page.form.getByRole('switch', { name: 'Charge the months in between' }))
  await page.user.click(page.form.getByRole('switch', { name: 'Extend without seat 12' }))
  await page.submit()
  await waitFor(() => expect(sentBy(page)?.body).toEqual({ terminationDate: '2099-06-30', chargeGap: true, withoutSeat: true }))
})

test('adds a new student with another fee and earlier dues', async () => {
  const page = await openCreate('superadmin', reply(usersApi.create, asha))
  await page.fillIn()
  await page.openMore()
  expect(page.form.getByText('Leave empty for the usual ₹1,000.')).toBeTruthy()
  await page.paste(/^Monthly fee/, '850')
  await page.paste(/^Old dues/, '-1')
  fireEvent.change(page.form.getByLabelText(/^Paid up to/), { target: { value: '2026-08' } })
  await page.submit()
  expect(page.form.getByText('Please enter an amount above 0, such as 1000 or 999.50')).toBeTruthy()
  await page.user.clear(page.form.getByLabelText(/^Old dues/))
  await page.paste(/^Old dues/, '250.50')
  await page.submit()
  await waitFor(() => expect(sentBy(page)?.body).toMatchObject({ monthlyFee: '850', paidUpTo: '2026-08', oldDues: '250.50' }))
})

/** The list is empty at first, and the search for a number finds these people. */
const owners = (...items: User[]) => reply(usersApi.list, ({ query }) => ({ items: query.search ? items : [], nextCursor: null, total: 0 }))

describe('a phone number', () => {
  test('that one active account has is accepted, with a warning that nobody can sign in with it', async () => {
    const found = owners(
      person({ _id: 'two', name: 'मीरा अय्यर', phone: '+91 98206-28374' }),
      person({ _id: 'three', name: 'Not she', phone: '98206 28375' }),
    )
    const page = await openCreate('manager', found, reply(usersApi.create, person()))
    await page.fillIn('98206 2837')
    expect(page.form.queryByText(/has this number too/)).toBeNull()
    await page.type(/^Phone/, '4')
    expect(
      await page.form.findByText(
        'मीरा अय्यर has this number too. Nobody can sign in with a number that several people have. They need an email.',
      ),
    ).toBeTruthy()
    const asked = page.calls.filter(({ endpoint, received }) => endpoint === usersApi.list && received.query.search === '9820628374')
    expect(asked.map(({ received }) => received.query.status)).toEqual(['active'])
    await page.submit()
    await waitFor(() => expect(sentBy(page)?.body).toMatchObject({ phone: '98206 28374' }))
  })

  test('that several have is counted, without the person’s own', async () => {
    const mine = person({ phone: '98206 28374' })
    const more = [person({ _id: 'two', name: 'Ravi', phone: '9820628374' }), person({ _id: 'three', phone: '09820628374' })]
    const all = reply(usersApi.list, ({ query }) => ({ items: query.search ? [mine, ...more] : [mine], nextCursor: null, total: 1 }))
    const page = await openEdit('superadmin', mine, all)
    expect(await page.form.findByText(/^Ravi and 1 other person have this number too/)).toBeTruthy()
  })

  test('that nobody else has shows no warning', async () => {
    const mine = person({ phone: '98206 28374' })
    const page = await openEdit('superadmin', mine, people(mine))
    await waitFor(() => expect(page.calls.some(({ received }) => received.query.search === '9820628374')).toBe(true))
    await replied()
    expect(page.form.queryByText(/this number too/)).toBeNull()
  })

  test('that is not one for WhatsApp says so once it is typed, and can be saved', async () => {
    const page = await openCreate('manager', owners(), reply(usersApi.create, person()))
    await page.fillIn('')
    await page.type(/^Phone/, '98206 283')
    expect(page.form.queryByText(/^WhatsApp needs/)).toBeNull()
    await page.user.tab()
    expect(await page.form.findByText('WhatsApp needs ten digits, or + and the country code.')).toBeTruthy()
    await page.type(/^Phone/, '74')
    expect(page.form.queryByText(/^WhatsApp needs/)).toBeNull()
    await page.user.clear(page.form.getByLabelText(/^Phone/))
    await page.paste(/^Phone/, '022-2345 678')
    await page.openMore()
    await page.paste(/^Email/, 'asha@example.org')
    await page.submit()
    await waitFor(() => expect(sentBy(page)?.body).toMatchObject({ phone: '022-2345 678' }))
  })

  test('with ten digits, with a country code, or left empty needs no advice about WhatsApp', async () => {
    const page = await openEdit('superadmin', person({ phone: '98206 28374' }))
    const field = page.form.getByLabelText(/^Phone/)
    const leave = async () => {
      await page.user.tab()
      expect(field).not.toBe(document.activeElement)
      expect(page.form.queryByText(/^WhatsApp needs/)).toBeNull()
    }
    await page.user.click(field)
    await leave()
    await page.user.clear(field)
    await page.user.paste('+44 20 7946 0958')
    await leave()
    await page.user.clear(field)
    await leave()
  })

  test('can replace an email, which is removed', async () => {
    const page = await openEdit('superadmin', person({ phone: '98206 28374' }), reply(usersApi.update, person({ email: null })))
    await page.user.clear(page.form.getByLabelText(/^Email/))
    await page.submit()
    await waitFor(() => expect(sentBy(page)?.body).toEqual({ email: '' }))
  })
})

test('adds a student without an email by phone, who signs in with it', async () => {
  const made = person({ email: null, phone: '9820628374' })
  const page = await openCreate('admin', owners(made), reply(usersApi.create, made))
  await page.fillIn()
  await page.submit()
  const ready = within(await page.findByRole('dialog', { name: 'Account ready' }))
  expect(ready.getByText('98206 28374')).toBeTruthy()
  expect(ready.queryByText(/this number too/)).toBeNull()
  expect(sentBy(page)?.body).toMatchObject({ name: 'Asha Devi', phone: '9820628374' })
  expect(sentBy(page)?.body).not.toHaveProperty('email')
})

test('warns before handing over an account whose number someone else has got in the meantime', async () => {
  const made = person({ email: null, phone: '9820628374' })
  let isMade = false
  const list = reply(usersApi.list, () => ({
    items: isMade ? [made, person({ _id: 'two', name: 'Ravi', phone: '9820628374' })] : [],
    nextCursor: null,
    total: 0,
  }))
  const create = reply(usersApi.create, () => {
    isMade = true
    return made
  })
  const page = await openCreate('admin', list, create)
  await page.fillIn()
  await page.submit()
  const ready = within(await page.findByRole('dialog', { name: 'Account ready' }))
  expect(await ready.findByText(/^Ravi has this number too/)).toBeTruthy()
})
