import type { Errors } from '#contract/errors.ts'
import { formatsFor } from '#contract/format.ts'
import type { NamedSeat } from '#people/rooms/rooms.shapes.contract.ts'

const { day } = formatsFor('en-IN')

/** Why a free seat cannot be assigned. In a file of its own, which the browser loads with the seats only. */
export const seatUseErrors = {
  soldForDay: {
    code: 'users.seat_sold_for_day',
    status: 409,
    message: 'This seat is sold to a visitor for that day.',
    text: ({ seat, label, name, day: sold }: NamedSeat & { name: string; day: string }) =>
      `Seat ${label ?? seat} is sold to ${name || 'a visitor'} for ${day(sold)}. Choose another seat, or void the day pass.`,
  },
  outOfOrder: {
    code: 'seats.out_of_order',
    status: 409,
    message: 'This seat is out of order',
    text: ({ seat, until, reason }: { seat: string; until: string; reason: string }) =>
      `Seat ${seat} is out of order${until === '' ? '' : ` until ${day(until)}`}: ${reason}`,
  },
} satisfies Errors
