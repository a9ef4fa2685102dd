import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import type { Errors } from '#contract/errors.ts'
import { Day, Id } from '#contract/fields.ts'
import { list } from '#contract/paging.ts'
import { Slot } from '#contract/terms.ts'
import { OutOfOrder, Place, RoomOfSeat, SeatTag } from '#people/rooms/rooms.shapes.contract.ts'
import { userErrors } from '#people/users/users.errors.contract.ts'
import { seatUseErrors } from '#people/users/users.seats.contract.ts'

/** The person who has a seat for a part of the day, or for whom it is kept because their account has ended. */
const SeatHolder = z.object({
  userId: Id,
  name: z.string(),
  phone: z.nullable(z.string()),
  /** The shift of the person. */
  slot: Slot,
  /** The last day of the membership; null if there is none. */
  terminationDate: z.nullable(Day),
  /** True after that day: the seat is kept for them, and free for everybody else. */
  isExpired: z.boolean(),
  /** What the person owes, in rupees. */
  owed: z.number(),
})
export type SeatHolder = z.infer<typeof SeatHolder>

/** A person with the parts of the day in which they have the seat; usually one. */
const Holder = z.extend(SeatHolder, { parts: z.array(z.object({ from: z.string(), to: z.string() })) })
export type Holder = z.infer<typeof Holder>

/** A visitor who has bought a day pass for the seat. */
const SeatVisitor = z.object({
  passId: Id,
  /** The payment of the pass, whose receipt can be opened. */
  paymentId: Id,
  name: z.string(),
  /** The name of the shift, and its times, as sold. */
  shiftName: z.string(),
  from: z.string(),
  to: z.string(),
})
export type SeatVisitor = z.infer<typeof SeatVisitor>

export const Seat = z.object({
  seatNumber: z.int(),
  /** What the hall calls the seat; null if that is its number. */
  label: z.nullable(z.string()),
  room: z.nullable(RoomOfSeat),
  /** In the plan of the room; null if the seat is not drawn. */
  place: z.nullable(Place),
  tags: z.array(SeatTag),
  /** Why nobody else gets the seat today, and until when. */
  outOfOrder: z.nullable(OutOfOrder),
  /** The first person who has the seat within the times of the shift `morning`. */
  morning: z.nullable(SeatHolder),
  afternoon: z.nullable(SeatHolder),
  /** Everybody who has the seat, by their times. */
  holders: z.array(Holder),
  /** Who has the seat today only, by their times. */
  visitors: z.array(SeatVisitor),
})
export type Seat = z.infer<typeof Seat>

/** Ids and phone numbers are most of the bytes of five hundred holders, and no tile shows them. */
const FirstHolder = z.extend(z.omit(Holder, { userId: true, phone: true }), {
  /** Absent where the list of seats follows; the same for the phone. */
  userId: z.optional(Id),
  phone: z.optional(z.nullable(z.string())),
})

/** A seat as the map shows it first. */
const FirstSeat = z.object({
  ...z.omit(Seat, { morning: true, afternoon: true, holders: true }).shape,
  holders: z.array(FirstHolder),
  /** The times of other people with the seat, whose accounts have not expired. */
  otherTimes: z.array(z.object({ from: z.string(), to: z.string() })),
})

const FirstView = z.object({
  /** The shift that the map shows first: only its holders are in this reply. Null if everybody is. */
  shift: z.nullable(Slot),
  items: z.array(FirstSeat),
})
export type FirstView = z.infer<typeof FirstView>

const Occupancy = z.object({
  /** Number of seats of the hall. */
  seats: z.int(),
  /** Each active shift with the number of seats that are taken within its times. */
  shifts: z.array(z.object({ key: Slot, taken: z.int() })),
  /** Number of seats that are taken at the beginning of each hour, from 00:00 to 23:00. */
  hours: z.array(z.int()),
})
export type Occupancy = z.infer<typeof Occupancy>

export const seatErrors = {
  seatMissing: userErrors.seatMissing,
  seatTaken: userErrors.seatTaken,
  ...seatUseErrors,
  seatlessExchange: { code: 'users.seatless_exchange', status: 409, message: 'Both people need a seat to exchange' },
  exchangeWithOneself: { code: 'users.exchange_with_oneself', status: 400, message: 'Please choose two different students' },
} satisfies Errors

export const seatsApi = {
  list: endpoint({
    method: 'GET',
    path: '/user/seats',
    access: 'staff',
    shows: ['customization', 'fees', 'users'],
    summary:
      'Every seat, who has it in the morning and in the afternoon, or had it until their account ended, and what they owe; everybody with their times, and the visitors of today',
    reply: list(Seat),
  }),
  first: endpoint({
    method: 'GET',
    path: '/user/seats/first',
    access: 'staff',
    shows: ['customization', 'fees', 'users'],
    summary:
      'What the seat map shows first: every seat with its holders in the first active shift and the times of the others, or with everybody in a hall whose shifts are the halves of the day',
    reply: FirstView,
  }),
  occupancy: endpoint({
    method: 'GET',
    path: '/user/seats/occupancy',
    access: 'staff',
    shows: ['customization', 'fees', 'users'],
    summary: 'How many seats are taken today, in each active shift and at each hour; a seat kept for an expired account is free',
    reply: Occupancy,
  }),
  exchange: endpoint({
    method: 'POST',
    path: '/user/seats/exchange',
    access: 'superadmin',
    changes: ['users'],
    summary: 'Gives each of two students the seat of the other; their slots stay',
    body: z.object({ first: Id, second: Id }),
    errors: seatErrors,
  }),
}
