import * as z from 'zod/mini'
import { Day, Id, Instant } from '#contract/fields.ts'

/** The tags of a seat. Their order is stored: new ones go to the end. */
export const seatTags = ['women', 'ac', 'window', 'charger'] as const
export const SeatTag = z.enum(seatTags, 'Please choose a tag')
export type SeatTag = z.infer<typeof SeatTag>

/** Days on which a seat cannot be given to anybody else, both included. `to` is null until it is known. */
export const OutOfOrder = z.object({ from: Day, to: z.nullable(Day), reason: z.string() })
export type OutOfOrder = z.infer<typeof OutOfOrder>

/** A seat in the parameters of an error: its number, and what the hall calls it if that is not its number. */
export type NamedSeat = { seat: number; label?: string | undefined }

const Room = z.object({
  _id: Id,
  name: z.string(),
  /** Such as `Ground`; empty if it is not known. */
  floor: z.string(),
})
export type Room = z.infer<typeof Room>

/** What rows of seats say of their room. Rooms with a lower position come first. */
export const RoomOfSeat = z.extend(Room, { position: z.int() })
export type RoomOfSeat = z.infer<typeof RoomOfSeat>

/** A place in the plan of a room, counted from 0. */
export const Place = z.object({ x: z.int(), y: z.int() })
export type Place = z.infer<typeof Place>

const SeatDetails = z.object({
  seatNumber: z.int(),
  roomId: z.nullable(Id),
  label: z.nullable(z.string()),
  tags: z.array(SeatTag),
  /** Null if the seat is not drawn. */
  place: z.nullable(Place),
})
export type SeatDetails = z.infer<typeof SeatDetails>

const Outage = z.extend(OutOfOrder, {
  _id: Id,
  seatNumber: z.int(),
  createdAt: Instant,
  /** Null after the account of that person was deleted. */
  createdBy: z.nullable(z.string()),
})
export type Outage = z.infer<typeof Outage>

export const Rooms = z.object({
  /** In the order of the hall. */
  rooms: z.array(Room),
  /** Seats that have a room, a label or a tag, by their number; the others are plain. */
  seats: z.array(SeatDetails),
  /** Outages that have not ended, of today and later. */
  outages: z.array(Outage),
})
export type Rooms = z.infer<typeof Rooms>
