import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { roomsApi } from '../../rooms.contract.ts'
import type { SeatDetails } from '../../rooms.shapes.contract.ts'
import { PlanDialog } from './PlanDialog.tsx'

const room = { _id: 'one', name: 'वाचनालय', floor: 'Ground' }
const seat = (seatNumber: number, place: SeatDetails['place'], label: string | null = null): SeatDetails => ({
  ...{ seatNumber, roomId: 'one', label, tags: [], place },
})
const drawn = [seat(1, { x: 0, y: 0 }), seat(2, { x: 2, y: 0 }, 'B24'), seat(3, { x: 0, y: 1 })]

const open = async (seats: readonly SeatDetails[]) => {
  let isClosed = false
  const close = () => {
    isClosed = true
  }
  const page = renderPage(<PlanDialog room={room} seats={seats} onClose={close} />, {
    as: 'superadmin',
    replies: [reply(roomsApi.savePlan, { rooms: [], seats: [], outages: [] })],
  })
  const dialog = within(await screen.findByRole('dialog', { name: 'Plan of वाचनालय' }))
  return {
    ...page,
    dialog,
    isClosed: () => isClosed,
    press: (name: string) => page.user.click(dialog.getByRole('button', { name })),
    heard: () => dialog.getByRole('status').textContent,
    saved: () => page.calls.map(({ received }) => received.body.seats),
  }
}

test('a seat is moved by keyboard: picked up, moved over others, dropped and announced', async () => {
  const { user, dialog, press, heard, saved } = await open(drawn)
  expect(dialog.getByText(/^With the keyboard: /)).toBeTruthy()
  dialog.getByRole('button', { name: 'Seat 1, column 1, row 1' }).focus()
  await user.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Seat B24, column 3, row 1' }))
  await user.keyboard('{ArrowLeft}{Enter}')
  expect(heard()).toBe('Seat 1 picked up. Move it with the arrow keys. Press Enter to drop it, or Escape to cancel.')
  await user.keyboard('{ArrowRight}{ArrowRight}')
  expect(heard()).toBe('Column 3, row 1. Changes places with seat B24.')
  await user.keyboard('{ArrowRight}')
  expect(heard()).toBe('Column 4, row 1.')
  await user.keyboard('{Enter}')
  expect(heard()).toBe('Seat 1 dropped at column 4, row 1.')
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Seat 1, column 4, row 1' }))
  await press('Save plan')
  await screen.findByText('The plan of वाचनालय was saved.')
  expect(saved()).toEqual([
    expect.arrayContaining([
      { seatNumber: 1, x: 3, y: 0 },
      { seatNumber: 2, x: 2, y: 0 },
      { seatNumber: 3, x: 0, y: 1 },
    ]),
  ])
})

test('Escape puts a picked seat back and keeps the dialog open', async () => {
  const { user, dialog, heard, isClosed } = await open(drawn)
  dialog.getByRole('button', { name: 'Seat 1, column 1, row 1' }).focus()
  await user.keyboard('{Enter}{ArrowRight}{ArrowRight}{Escape}')
  expect(heard()).toBe('Seat 1 is back at its place.')
  expect(dialog.getByRole('button', { name: 'Seat 1, column 1, row 1' })).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Seat B24, column 3, row 1' })).toBeTruthy()
  expect(isClosed()).toBe(false)
})

test('a seat is dragged to another place by pointer', async () => {
  const { dialog, heard } = await open(drawn)
  const box = { left: 0, top: 0, width: 1100, height: 400, right: 1100, bottom: 400, x: 0, y: 0, toJSON: () => ({}) }
  dialog.getByRole('region', { name: 'Plan' }).getBoundingClientRect = () => box
  const dragged = dialog.getByRole('button', { name: 'Seat 3, column 1, row 2' })
  fireEvent.pointerDown(dragged, { button: 0, pointerId: 1, clientX: 50, clientY: 150 })
  fireEvent.pointerMove(dragged, { pointerId: 1, clientX: 550, clientY: 250 })
  fireEvent.pointerUp(dragged, { pointerId: 1, clientX: 550, clientY: 250 })
  expect(heard()).toBe('Seat 3 dropped at column 6, row 3.')
  expect(dialog.getByRole('button', { name: 'Seat 3, column 6, row 3' })).toBeTruthy()
})

test('one press arranges all seats in rows, another one removes the plan', async () => {
  const { user, dialog, press, saved } = await open([seat(1, { x: 7, y: 2 }), seat(2, null)])
  await press('Put seat 2 in the plan')
  expect(dialog.getByRole('button', { name: 'Seat 2, column 1, row 1' })).toBeTruthy()
  await press('Arrange in rows')
  expect(dialog.getByRole('button', { name: 'Seat 1, column 1, row 1' })).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Seat 2, column 2, row 1' })).toBeTruthy()
  await press('Remove the plan')
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  await screen.findByText('The plan of वाचनालय was removed.')
  expect(saved()).toEqual([[]])
})

test('a room without a plan says so, and a room without seats says what to do first', async () => {
  const { dialog, unmount } = await open([seat(1, null)])
  expect(dialog.getByText('This room has no plan. Its seats are shown as a list.')).toBeTruthy()
  unmount()
  expect((await open([])).dialog.getByText('This room has no seats yet. Set the room of some seats first.')).toBeTruthy()
})
