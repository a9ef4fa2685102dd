import { fireEvent, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Role } from '#contract/actor.ts'
import { MB } from '#contract/limits.ts'
import { customizationApi } from '#system/settings/customization.contract.ts'
import { untouched } from '#system/settings/web/testing/customization.ts'
import { queryClient } from '#web/api/queryClient.ts'
import { getSession } from '#web/api/session.ts'
import { refuse, reply } from '#web/testing/fakeServer.ts'
import { clearDate, dateIn, typeDate } from '#web/testing/typeDate.ts'
import { userErrors, usersApi } from '../users.contract.ts'
import { openCreate, openEdit, person, sentBy } from './testing/usersPage.tsx'

// jsdom has neither, because it shows no pictures.
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
  const { form } = await openCreate(role)
  const choices = within(form.getByLabelText(/^Role/)).getAllByRole('option')
  expect(choices.map((choice) => choice.textContent)).toEqual(names)
})

test('what is missing is said at its field, and nothing is sent', async () => {
  const page = await openCreate('admin')
  await page.submit()
  expect(await page.form.findByText('Name is required')).toBeTruthy()
  expect(page.form.getByText('Email is required')).toBeTruthy()
  expect(page.form.getByText('Password is required')).toBeTruthy()
  expect(page.form.getByLabelText(/^Name/).getAttribute('aria-invalid')).toBe('true')
  expect(sentBy(page)).toBeUndefined()
})

test.each(['0', '39', 'x'])('%s is no seat', async (seat) => {
  const page = await openCreate('admin')
  await page.fillIn()
  await page.type(/^Seat number/, seat)
  await page.user.selectOptions(page.form.getByLabelText('Slot'), 'Morning')
  await page.submit()
  expect(await page.form.findByText('Seat number must be from 1 to 38')).toBeTruthy()
  expect(sentBy(page)).toBeUndefined()
})

test('a seat is one of as many as the hall has, and who keeps one that is gone can still be changed', async () => {
  const page = await openEdit('superadmin', person({ seatNumber: 30, slot: 'morning' }), reply(usersApi.update, person()))
  queryClient.setQueryData([customizationApi.get.path, {}], { ...untouched, hall: { ...untouched.hall, seats: 20 } })
  expect(await page.form.findByText('From 1 to 20.')).toBeTruthy()
  await page.user.clear(page.form.getByLabelText(/^Seat number/))
  await page.type(/^Seat number/, '21')
  await page.submit()
  expect(await page.form.findByText('Seat number must be from 1 to 20')).toBeTruthy()
  await page.user.clear(page.form.getByLabelText(/^Seat number/))
  await page.type(/^Seat number/, '30')
  await page.type(/^Name/, ' Rao')
  await page.submit()
  await waitFor(() => expect(sentBy(page)?.body).toEqual({ name: 'Asha Devi Rao' }))
})

test('a seat needs a slot', async () => {
  const page = await openCreate('admin')
  await page.fillIn()
  await page.type(/^Seat number/, '12')
  await page.submit()
  expect(await page.form.findByText('Please choose a slot for this seat')).toBeTruthy()
  expect(sentBy(page)).toBeUndefined()
})

test('a student is created with the details and a picture, which is shown before', async () => {
  const page = await openCreate('admin', reply(usersApi.create, person()))
  await page.fillIn()
  await page.type(/^Phone/, '+91 98765 43210')
  await typeDate(page.user, page.form, 'Date of birth', '2004-02-29')
  await typeDate(page.user, page.form, 'Termination date', '2027-03-31')
  await page.type(/^Seat number/, '38')
  await page.user.selectOptions(page.form.getByLabelText('Slot'), 'Full day')
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
    terminationDate: '2027-03-31',
    seatNumber: '38',
    slot: 'full-day',
  })
})

test.each([
  ['over 5 MB', ofBytes(5 * MB + 1), 'The picture is larger than 5MB'],
  ['that is none', picture('notes.pdf', 'application/pdf'), 'Please select an image file'],
])('a picture %s is refused as soon as it is chosen', async (_, file, sentence) => {
  const page = await openCreate('admin')
  await page.fillIn()
  fireEvent.change(page.form.getByLabelText('Profile picture'), { target: { files: [file] } })
  expect(await page.form.findByText(sentence)).toBeTruthy()
  await page.submit()
  expect(sentBy(page)).toBeUndefined()
})

test('a picture of exactly 5 MB is sent', async () => {
  const page = await openCreate('admin', reply(usersApi.create, person()))
  await page.fillIn()
  fireEvent.change(page.form.getByLabelText('Profile picture'), { target: { files: [ofBytes(5 * MB)] } })
  await page.submit()
  expect(await page.findByText('User created successfully!')).toBeTruthy()
})

test('a picture on its way shows how far it is, and can be stopped', async () => {
  const page = await openCreate(
    'admin',
    reply(usersApi.create, () => new Promise<never>(() => {})),
  )
  await page.fillIn()
  await page.user.upload(page.form.getByLabelText('Profile picture'), picture())
  await page.submit()
  expect((await page.form.findByRole('progressbar')).getAttribute('aria-valuetext')).toContain('50 bytes of 100 bytes')
  await page.user.click(page.form.getByRole('button', { name: 'Cancel upload' }))
  expect(await page.form.findByText('Upload cancelled. Nothing was saved.')).toBeTruthy()
})

test('the list is loaded again after someone was created', async () => {
  const page = await openCreate('admin', reply(usersApi.create, person()))
  await page.fillIn()
  await page.submit()
  await waitFor(() => expect(page.calls.filter(({ endpoint }) => endpoint === usersApi.list)).toHaveLength(2))
})

test('only students have student details; what was typed there is not sent for others', async () => {
  const page = await openCreate('superadmin', reply(usersApi.create, person({ role: 'manager' })))
  await page.fillIn()
  await page.type(/^Seat number/, '99')
  await page.user.upload(page.form.getByLabelText('Profile picture'), picture())
  await page.user.selectOptions(page.form.getByLabelText(/^Role/), 'Manager')
  expect(page.form.queryByLabelText(/^Seat number/)).toBeNull()
  expect(page.form.queryByLabelText('Profile picture')).toBeNull()
  await page.submit()
  await waitFor(() =>
    expect(sentBy(page)?.body).toEqual({ name: 'Asha Devi', email: 'asha@example.org', password: 'long enough', role: 'manager' }),
  )
  expect(sentBy(page)?.file).toBeUndefined()
})

test('a role that was chosen by a slip loses none of the student details', async () => {
  const page = await openEdit('superadmin', person({ phone: '98765', seatNumber: 12, slot: 'morning' }), reply(usersApi.update, person()))
  await page.user.selectOptions(page.form.getByLabelText(/^Role/), 'Manager')
  await page.user.selectOptions(page.form.getByLabelText(/^Role/), 'Student')
  expect(page.form.getByLabelText('Phone')).toHaveProperty('value', '98765')
  expect(page.form.getByLabelText('Seat number')).toHaveProperty('value', '12')
  await page.submit()
  await waitFor(() => expect(sentBy(page)?.body).toEqual({}))
})

test.each([
  ['email', userErrors.emailTaken, 'This email address is already in use', /^Email/],
  ['seatNumber', userErrors.seatTaken, 'Seat 12 (morning) is taken by Ravi Kumar', /^Seat number/],
  ['role', userErrors.adminByOther, 'Only superadmins can create admin accounts', /^Role/],
  ['role', userErrors.managerCreatesStudents, 'Managers can only create student accounts', /^Role/],
  ['profilePicture', userErrors.seatTaken, 'Please select an image file', /^Profile picture/],
])('what the server finds wrong with %s is said there (%s), and nothing that was typed is lost', async (field, kind, sentence, label) => {
  const page = await openCreate('manager', reply(usersApi.create, refuse(kind, { message: sentence, fields: { [field]: sentence } })))
  await page.fillIn()
  await page.type(/^Phone/, '98765')
  await page.submit()
  expect(await page.form.findByText(sentence)).toBeTruthy()
  const input = page.form.getByLabelText(label)
  expect(document.getElementById(input.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '')?.textContent).toBe(sentence)
  const kept = [/^Name/, /^Email/, /^Password/, /^Phone/].map((each) => page.form.getByLabelText<HTMLInputElement>(each).value)
  expect(kept).toEqual(['Asha Devi', 'asha@example.org', 'long enough', '98765'])
})

test('the server\'s sentence is shown, and "Operation failed" where it has none', async () => {
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

test('a superadmin finds everything filled in but the password, and sends what was changed alone', async () => {
  const page = await openEdit('superadmin', asha, reply(usersApi.update, asha))
  const labels = [/^Name/, /^Email/, /^Password/, /^Role/, /^Phone/, /^Seat/, /^Slot/]
  const values = labels.map((label) => page.form.getByLabelText<HTMLInputElement>(label).value)
  expect(values).toEqual(['Asha Devi', 'asha@example.org', '', 'student', '98765', '12', 'morning'])
  expect(await dateIn(page.form, 'Termination date')).toBe('31/03/2027')
  expect(await dateIn(page.form, 'Date of birth')).toBe('29/02/2004')
  expect(await dateIn(page.form, 'Joining date')).toBe('01/06/2025')
  expect(page.form.getByText('Leave blank to keep the current password.')).toBeTruthy()
  await clearDate(page.user, page.form, 'Termination date')
  await page.user.clear(page.form.getByLabelText(/^Phone/))
  await page.type(/^Phone/, '12345')
  await page.submit()
  expect(await page.findByText('User updated successfully!')).toBeTruthy()
  expect(page.queryByRole('dialog')).toBeNull()
  expect(sentBy(page)).toMatchObject({ params: { id: 'one' }, file: undefined })
  expect(sentBy(page)?.body).toEqual({ terminationDate: '', phone: '12345' })
})

test('a name is needed when editing too', async () => {
  const page = await openEdit('superadmin', asha)
  await page.user.clear(page.form.getByLabelText(/^Name/))
  await page.submit()
  expect(await page.form.findByText('Name is required')).toBeTruthy()
  expect(sentBy(page)).toBeUndefined()
})

test('the picture is taken away', async () => {
  const page = await openEdit('superadmin', asha, reply(usersApi.update, asha))
  await page.user.click(page.form.getByRole('button', { name: 'Remove picture' }))
  await page.submit()
  await waitFor(() => expect(sentBy(page)?.body).toEqual({ removePicture: 'true' }))
})

test('the picture is replaced by another', async () => {
  const page = await openEdit('superadmin', asha, reply(usersApi.update, asha))
  await page.user.upload(page.form.getByLabelText('Profile picture'), picture())
  await page.submit()
  await waitFor(() => expect(sentBy(page)).toMatchObject({ body: {}, file: { name: 'face.png' } }))
})

test('an admin reads everything and changes the termination date alone', async () => {
  const page = await openEdit('admin', asha, reply(usersApi.updateTermination, asha))
  for (const text of ['Asha Devi', 'asha@example.org', '98765', '12', 'Morning', '29 Feb 2004', '1 Jun 2025'])
    expect(page.form.getByText(text)).toBeTruthy()
  expect(page.form.queryAllByRole('textbox')).toEqual([])
  expect(await dateIn(page.form, 'Termination date')).toBe('31/03/2027')
  await typeDate(page.user, page.form, 'Termination date', '2027-06-30')
  await page.submit()
  expect(await page.findByText('User updated successfully!')).toBeTruthy()
  expect(sentBy(page)).toMatchObject({ params: { id: 'one' }, body: { terminationDate: '2027-06-30' } })
})

test('an admin takes the termination date away', async () => {
  const page = await openEdit('admin', asha, reply(usersApi.updateTermination, asha))
  await clearDate(page.user, page.form, 'Termination date')
  await page.submit()
  await waitFor(() => expect(sentBy(page)?.body).toEqual({ terminationDate: '' }))
})

test('a seat that someone has taken meanwhile is told to the admin who extends', async () => {
  const message = 'Seat 12 (morning) is taken by Ravi Kumar'
  const page = await openEdit(
    'admin',
    asha,
    reply(usersApi.updateTermination, refuse(userErrors.seatTaken, { message, fields: { seatNumber: message } })),
  )
  await page.submit()
  expect((await page.form.findByRole('alert')).textContent).toBe(message)
})

test('a person who edits the own account is called by the new name at once', async () => {
  const me = person({ _id: 'superadmin-1', name: 'Sunil Kumar', email: 'sunil@example.org', role: 'superadmin' })
  const page = await openEdit('superadmin', me, reply(usersApi.update, { ...me, name: 'Sunil Rao' }))
  await page.type(/^Name/, '!')
  await page.submit()
  await waitFor(() => expect(getSession()?.user.name).toBe('Sunil Rao'))
})

test('an admin who extends after a gap says whether its months are charged, and may leave the seat', async () => {
  const over = { ...asha, terminationDate: '2020-03-31' }
  const page = await openEdit('admin', over, reply(usersApi.updateTermination, asha))
  expect(page.form.queryByRole('switch')).toBeNull()
  await typeDate(page.user, page.form, 'Termination date', '2099-06-30')
  await page.user.click(page.form.getByRole('switch', { name: 'Charge the months in between' }))
  await page.user.click(page.form.getByRole('switch', { name: 'Extend without seat 12' }))
  await page.submit()
  await waitFor(() => expect(sentBy(page)?.body).toEqual({ terminationDate: '2099-06-30', chargeGap: true, withoutSeat: true }))
})

test('a new student may pay another fee and bring dues from before', async () => {
  const page = await openCreate('superadmin', reply(usersApi.create, asha))
  await page.fillIn()
  expect(page.form.getByText('Leave empty for the usual ₹1,000.')).toBeTruthy()
  await page.type(/^Monthly fee/, '850')
  await page.type(/^Old dues/, '-1')
  fireEvent.change(page.form.getByLabelText(/^Paid up to/), { target: { value: '2026-08' } })
  await page.submit()
  expect(page.form.getByText('Please enter an amount above 0, such as 1000 or 999.50')).toBeTruthy()
  await page.user.clear(page.form.getByLabelText(/^Old dues/))
  await page.type(/^Old dues/, '250.50')
  await page.submit()
  await waitFor(() => expect(sentBy(page)?.body).toMatchObject({ monthlyFee: '850', paidUpTo: '2026-08', oldDues: '250.50' }))
})
