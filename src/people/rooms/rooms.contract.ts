import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import type { Errors } from '#contract/errors.ts'
import { byId, Day, Id, idOr, orEmpty, orNone, text } from '#contract/fields.ts'
import { formatsFor } from '#contract/format.ts'
import { customizationLimits } from '#system/customization/customization.limits.ts'
import { roomLimits } from './rooms.limits.ts'
import { Rooms, SeatTag } from './rooms.shapes.contract.ts'

const { day } = formatsFor('en-IN')

export const roomErrors = {
  nameTaken: { code: 'rooms.name_taken', status: 409, message: 'Another room has this name' },
  tooMany: { code: 'rooms.too_many', status: 409, message: `There can be at most ${roomLimits.rooms} rooms` },
  roomMissing: { code: 'rooms.room_missing', status: 400, message: 'This room does not exist' },
  orderChanged: { code: 'rooms.order_changed', status: 409, message: 'The rooms have changed. Please try again' },
  seatMissing: {
    code: 'rooms.seat_missing',
    status: 400,
    message: 'There is no such seat',
    text: ({ seats }: { seats: number }) => `The hall has seats 1 to ${seats}`,
  },
  wrongRange: { code: 'rooms.wrong_range', status: 400, message: 'The last seat must not be before the first one' },
  firstNeeded: {
    code: 'rooms.first_needed',
    status: 400,
    message: 'Please enter the first number',
    text: ({ seats }: { seats: number }) =>
      seats === 1 ? 'Please enter a label' : `Please enter the first number: ${seats} seats cannot have the same label`,
  },
  labelTaken: {
    code: 'rooms.label_taken',
    status: 409,
    message: 'Another seat has this label',
    text: ({ label, seat }: { label: string; seat: number }) => `Seat number ${seat} already has the label ${label}`,
  },
  labelIsNumber: {
    code: 'rooms.label_is_number',
    status: 409,
    message: 'A label cannot be the number of another seat',
    text: ({ label, seat }: { label: string; seat: number }) =>
      `Seat number ${seat} cannot have the label ${label}, because another seat has this number`,
  },
  labelTooLong: {
    code: 'rooms.label_too_long',
    status: 400,
    message: `A label can have at most ${roomLimits.label} characters`,
  },
  notInRoom: {
    code: 'rooms.not_in_room',
    status: 409,
    message: 'A seat is not in this room',
    text: ({ seat }: { seat: string }) => `Seat ${seat} is not in this room. Please load the page again`,
  },
  samePlace: { code: 'rooms.same_place', status: 400, message: 'Two seats cannot have the same place' },
  outageOverlaps: {
    code: 'rooms.outage_meets',
    status: 409,
    message: 'This seat is already out of order on some of these days',
    text: ({ seat, from, to }: { seat: string; from: string; to: string }) =>
      `Seat ${seat} is already out of order from ${day(from)}${to === '' ? '' : ` to ${day(to)}`}`,
  },
  tooManyOutages: {
    code: 'rooms.too_many_outages',
    status: 409,
    message: `A seat can have at most ${roomLimits.outages} out-of-order periods`,
  },
  outageOver: { code: 'rooms.outage_over', status: 400, message: 'The last day must be today or later, and not before the first one' },
  outageTooEarly: {
    code: 'rooms.outage_too_early',
    status: 400,
    message: `The first day can be at most ${roomLimits.outageDaysBack} days ago`,
  },
} satisfies Errors

const { nameTaken, tooMany, roomMissing, orderChanged, seatMissing, wrongRange } = roomErrors
const { firstNeeded, labelTaken, labelIsNumber, labelTooLong } = roomErrors
const { notInRoom, samePlace, outageOverlaps, tooManyOutages, outageOver, outageTooEarly } = roomErrors

const name = text({ max: roomLimits.name, required: 'Please enter the name of the room' })
const floor = orEmpty(text({ max: roomLimits.floor }))

const seatMessage = `Please enter a seat number from 1 to ${customizationLimits.seatsMax}`
const SeatNumber = z.int(seatMessage).check(z.minimum(1, seatMessage), z.maximum(customizationLimits.seatsMax, seatMessage))
const place = z.int('Invalid place').check(z.minimum(0, 'Invalid place'), z.maximum(roomLimits.planSide - 1, 'Invalid place'))
const firstMessage = 'Please enter a number from 0 to 9999'
const tags = z.optional(z.array(SeatTag, 'Please choose tags').check(z.maxLength(20, 'Please choose fewer tags')))

/** Consecutive labels: `{ prefix: 'B', first: 1 }` is B1, B2 and so on. Without `first`, one seat gets the prefix itself. */
const Labels = z.object({
  prefix: text({ max: roomLimits.label }),
  first: z.optional(z.int(firstMessage).check(z.minimum(0, firstMessage), z.maximum(9_999, firstMessage))),
})

const change = { access: 'superadmin', changes: ['users'], reply: Rooms } as const
const outage = { access: 'staff', changes: ['users'], reply: Rooms } as const

/** Every change returns all rooms and seats. */
export const roomsApi = {
  list: endpoint({
    method: 'GET',
    path: '/user/seats/rooms',
    access: 'staff',
    shows: ['customization', 'users'],
    summary: 'The rooms of the hall, the labels, tags and places of its seats, and which seats are or will be out of order',
    reply: Rooms,
  }),
  create: endpoint({
    ...change,
    method: 'POST',
    path: '/user/seats/rooms',
    summary: 'Adds a room',
    body: z.object({ name, floor }),
    status: 201,
    errors: { nameTaken, tooMany },
  }),
  reorder: endpoint({
    ...change,
    method: 'PUT',
    path: '/user/seats/rooms/order',
    summary: 'Sets the order of the rooms; needs the ids of all of them',
    body: z.object({ ids: z.array(Id, 'Please list the rooms').check(z.maxLength(roomLimits.rooms, tooMany.message)) }),
    errors: { orderChanged },
  }),
  setSeats: endpoint({
    ...change,
    method: 'PUT',
    path: '/user/seats/details',
    summary: 'Changes the room, labels or tags of seats with consecutive numbers; omitted fields stay unchanged, null removes',
    body: z.object({
      from: SeatNumber,
      to: SeatNumber,
      roomId: orNone(idOr(roomMissing.message)),
      labels: z.nullish(Labels),
      addTags: tags,
      removeTags: tags,
    }),
    errors: { roomMissing, seatMissing, wrongRange, firstNeeded, labelTaken, labelIsNumber, labelTooLong },
  }),
  startOutage: endpoint({
    ...outage,
    method: 'POST',
    path: '/user/seats/outages',
    summary: 'Marks a seat as out of order on some days. Those who have it keep it; nobody else gets it on these days',
    body: z.object({
      seatNumber: SeatNumber,
      from: Day,
      to: orNone(Day),
      reason: text({ max: roomLimits.outageReason, required: 'Please enter a reason' }),
    }),
    status: 201,
    errors: { seatMissing, outageOverlaps, tooManyOutages, outageOver, outageTooEarly },
  }),
  endOutage: endpoint({
    ...outage,
    method: 'POST',
    path: '/user/seats/outages/:id/end',
    summary: 'Ends an outage now, or cancels one that has not begun',
    params: byId,
  }),
  update: endpoint({
    ...change,
    method: 'PUT',
    path: '/user/seats/rooms/:id',
    summary: 'Renames a room or changes its floor; omitted fields stay unchanged',
    params: byId,
    body: z.object({ name: z.optional(name), floor }),
    errors: { nameTaken },
  }),
  remove: endpoint({
    ...change,
    method: 'DELETE',
    path: '/user/seats/rooms/:id',
    summary: 'Deletes a room. Its seats stay, with their labels and tags, but without a room',
    params: byId,
  }),
  savePlan: endpoint({
    ...change,
    method: 'PUT',
    path: '/user/seats/rooms/:id/plan',
    summary: 'Sets the places of all seats of a room; seats that are not listed have none, and without any there is no plan',
    params: byId,
    body: z.object({
      seats: z
        .array(z.object({ seatNumber: SeatNumber, x: place, y: place }), 'Please list the seats')
        .check(z.maxLength(customizationLimits.seatsMax, `Please list at most ${customizationLimits.seatsMax} seats`)),
    }),
    errors: { notInRoom, samePlace },
  }),
}
