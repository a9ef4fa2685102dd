import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { customizationApi } from '#system/customization/customization.contract.ts'
import { untouched } from '#system/customization/web/testing/customization.ts'
import { type FakeReply, refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { roomErrors, roomsApi } from '../rooms.contract.ts'
import type { Rooms } from '../rooms.shapes.contract.ts'
import { RoomsCard } from './RoomsCard.tsx'

const longName = 'Reading hall for the preparation of civil service examinations'
const hall: Rooms = {
  rooms: [
    { _id: 'one', name: 'वाचनालय', floor: 'Ground' },
    { _id: 'two', name: longName, floor: '' },
  ],
  seats: [
    { seatNumber: 1, roomId: 'one', label: null, tags: ['women'], place: null },
    { seatNumber: 2, roomId: 'one', label: null, tags: [], place: null },
    { seatNumber: 21, roomId: 'two', label: 'B1', tags: [], place: null },
    { seatNumber: 22, roomId: 'two', label: 'B2', tags: [], place: null },
    { seatNumber: 25, roomId: 'two', label: 'B5', tags: [], place: null },
  ],
  outages: [
    {
      ...{ _id: 'out', seatNumber: 21, from: '2026-11-20', to: null, reason: 'Chair is broken' },
      ...{ createdAt: '2026-11-20T05:00:00.000Z', createdBy: 'Mohan Rao' },
    },
  ],
}

const open = (as: 'superadmin' | 'admin', ...replies: FakeReply[]) => {
  let kept = hall
  const page = renderPage(<RoomsCard />, {
    as,
    replies: [
      reply(customizationApi.get, untouched),
      reply(roomsApi.list, () => kept),
      reply(roomsApi.create, () => kept),
      reply(roomsApi.update, () => kept),
      reply(roomsApi.setSeats, () => kept),
      reply(roomsApi.reorder, () => kept),
      reply(roomsApi.startOutage, () => kept),
      reply(roomsApi.endOutage, () => {
        kept = { ...kept, outages: [] }
        return kept
      }),
      reply(roomsApi.remove, ({ params }) => {
        kept = { ...kept, rooms: kept.rooms.filter(({ _id }) => _id !== params.id) }
        return kept
      }),
      ...replies,
    ],
  })
  const sent = (endpoint: object) => page.calls.filter((call) => call.endpoint === endpoint).map(({ received }) => received)
  const press = async (name: string) => page.user.click(await screen.findByRole('button', { name }))
  return { ...page, sent, press }
}

test('lists the rooms with their floors and seats', async () => {
  open('superadmin')
  const list = within(await screen.findByRole('list', { name: 'Rooms' }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'वाचनालयGround · 2 seats · 1–2',
    `${longName}3 seats · B1–B2, B5`,
  ])
  expect(screen.getByText('33 seats without a room')).toBeTruthy()
})

test('is not shown to admins', async () => {
  const page = open('admin')
  expect(page.container.textContent).toBe('')
})

test('adds and renames a room, and shows that another one has the name', async () => {
  const page = open('superadmin', reply(roomsApi.create, refuse(roomErrors.nameTaken, { fields: { name: roomErrors.nameTaken.message } })))
  await page.press('Add room')
  const added = within(await screen.findByRole('dialog', { name: 'Add room' }))
  await page.user.fill(added.getByLabelText(/^Name/), 'वाचनालय')
  await page.user.click(added.getByRole('button', { name: 'Save room' }))
  expect(await added.findByText('Another room has this name')).toBeTruthy()
  expect(page.sent(roomsApi.create)[0]?.body).toEqual({ name: 'वाचनालय' })
  await page.user.click(added.getByRole('button', { name: 'Cancel' }))
  await page.press('Edit वाचनालय')
  const edited = within(await screen.findByRole('dialog', { name: 'Edit वाचनालय' }))
  await page.user.clear(edited.getByLabelText('Floor'))
  await page.user.click(edited.getByRole('button', { name: 'Save room' }))
  await screen.findByText('वाचनालय was saved.')
  expect(page.sent(roomsApi.update)).toMatchObject([{ params: { id: 'one' }, body: { name: 'वाचनालय', floor: '' } }])
})

test('moves a room up, and deletes one after a question', async () => {
  const page = open('superadmin')
  await page.press(`Move ${longName} up`)
  expect(page.sent(roomsApi.reorder)[0]?.body).toEqual({ ids: ['two', 'one'] })
  await page.press('Delete वाचनालय')
  expect(await screen.findByText(/Its seats stay, with their labels and tags/)).toBeTruthy()
  await page.press('Delete')
  await screen.findByText('वाचनालय was deleted.')
  expect(screen.queryByText('वाचनालय')).toBeNull()
})

test('sets the room, labels and tags of seats, and says which seat has a label', async () => {
  const taken = roomErrors.labelTaken.text({ label: 'B1', seat: 21 })
  const page = open('superadmin', reply(roomsApi.setSeats, refuse(roomErrors.labelTaken, { message: taken, fields: { prefix: taken } })))
  await page.press('Set rooms, labels and tags')
  const dialog = within(await screen.findByRole('dialog', { name: 'Rooms, labels and tags' }))
  const type = async (label: RegExp, text: string) => {
    await page.user.clear(dialog.getByLabelText(label))
    await page.user.type(dialog.getByLabelText(label), text)
  }
  await type(/^From seat number/, '31')
  await type(/^To seat number/, '38')
  await page.user.selectOptions(dialog.getByLabelText('Room'), 'वाचनालय')
  await page.user.selectOptions(dialog.getByLabelText('Labels'), 'New labels')
  await type(/^Label starts with/, 'B')
  expect(dialog.getByText('The labels will be B1 to B8.')).toBeTruthy()
  await page.user.selectOptions(dialog.getByLabelText('Tag: Women'), 'Add to these seats')
  await page.user.selectOptions(dialog.getByLabelText('Tag: AC'), 'Remove from these seats')
  await page.user.click(dialog.getByRole('button', { name: 'Save seats' }))
  expect((await dialog.findAllByText(taken)).length).toBeGreaterThan(0)
  expect(page.sent(roomsApi.setSeats)[0]?.body).toEqual({
    ...{ from: 31, to: 38, roomId: 'one', labels: { prefix: 'B', first: 1 } },
    ...{ addTags: ['women'], removeTags: ['ac'] },
  })
})

test('marks a seat as out of order by its label', async () => {
  const page = open('superadmin')
  await page.press('Out of order')
  const dialog = within(await screen.findByRole('dialog', { name: 'Seats out of order' }))
  await dialog.findByRole('list', { name: 'Seats out of order' })
  await page.user.fill(dialog.getByLabelText(/^Seat number or label/), 'b1 ')
  await page.user.fill(dialog.getByLabelText(/^Reason/), 'No light')
  await page.user.click(dialog.getByRole('button', { name: 'Mark as out of order' }))
  await screen.findByText('Seat B1 is out of order.')
  expect(page.sent(roomsApi.startOutage)[0]?.body).toMatchObject({ seatNumber: 21, reason: 'No light' })
})

test('says at the field that several seats need a first number, and what is wrong with a label', async () => {
  let fields: Record<string, string> = { first: roomErrors.firstNeeded.text({ seats: 38 }) }
  const page = open(
    'superadmin',
    reply(roomsApi.setSeats, () => refuse(roomErrors.firstNeeded, { message: Object.values(fields)[0] ?? '', fields })),
  )
  await page.press('Set rooms, labels and tags')
  const dialog = within(await screen.findByRole('dialog', { name: 'Rooms, labels and tags' }))
  await page.user.selectOptions(dialog.getByLabelText('Labels'), 'New labels')
  await page.user.type(dialog.getByLabelText(/^Label starts with/), 'B')
  await page.user.clear(dialog.getByLabelText(/^First number/))
  expect(dialog.queryByText(/^The label will be/)).toBeNull()
  const save = () => page.user.click(dialog.getByRole('button', { name: 'Save seats' }))
  await save()
  const problem = 'Please enter the first number: 38 seats cannot have the same label'
  await waitFor(() => expect(dialog.getByLabelText(/^First number/).getAttribute('aria-invalid')).toBe('true'))
  expect(dialog.getAllByText(problem).length).toBeGreaterThan(0)
  expect(page.sent(roomsApi.setSeats)[0]?.body).toMatchObject({ from: 1, to: 38, labels: { prefix: 'B' } })
  fields = { 'labels.prefix': 'Please use at most 12 characters', roomId: 'This room does not exist' }
  await save()
  await waitFor(() => expect(dialog.getByLabelText(/^Label starts with/).getAttribute('aria-invalid')).toBe('true'))
  expect(dialog.getByLabelText('Room').getAttribute('aria-invalid')).toBe('true')
})

test('ends an outage, and marks another seat as out of order', async () => {
  const page = open('superadmin')
  await page.press('Out of order')
  const dialog = within(await screen.findByRole('dialog', { name: 'Seats out of order' }))
  const row = within(await dialog.findByRole('list', { name: 'Seats out of order' }))
  expect(row.getByRole('listitem').textContent).toBe('Seat B1 · From 20 Nov 2026Chair is brokenEntered by Mohan RaoMark as working')
  await page.user.click(row.getByRole('button', { name: 'Mark seat B1 as working' }))
  expect(await dialog.findByText('No seat is out of order.')).toBeTruthy()
  expect(await screen.findByText('Seat B1 was marked as working.')).toBeTruthy()
  await page.user.type(dialog.getByLabelText(/^Seat number/), '5')
  await page.user.fill(dialog.getByLabelText(/^Reason/), 'No light')
  await page.user.click(dialog.getByRole('button', { name: 'Mark as out of order' }))
  await screen.findByText('Seat 5 is out of order.')
  expect(page.sent(roomsApi.startOutage)[0]?.body).toMatchObject({ seatNumber: 5, reason: 'No light' })
})
