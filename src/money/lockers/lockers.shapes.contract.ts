import * as z from 'zod/mini'
import { Day, Id, Instant } from '#contract/fields.ts'

/** Which lockers are listed. `ended` are those of students whose account has ended. */
export const LockerStatus = z.enum(['all', 'free', 'taken', 'ended'], 'Please choose free or taken')
export type LockerStatus = z.infer<typeof LockerStatus>

const Holder = z.object({
  _id: Id,
  name: z.string(),
  /** True if the account has ended: the locker is kept until staff take it back, and costs nothing more. */
  isEnded: z.boolean(),
})

export const Locker = z.object({
  _id: Id,
  number: z.string(),
  keyNumber: z.nullable(z.string()),
  /** For each month, in rupees; null if the locker is free of charge. */
  fee: z.nullable(z.number()),
  room: z.nullable(z.object({ _id: Id, name: z.string() })),
  holder: z.nullable(Holder),
  /** The day on which the holder got it. */
  since: z.nullable(Day),
})
export type Locker = z.infer<typeof Locker>

/** What a student gets to know of their locker, and staff of the locker of a student. */
export const LockerOfStudent = z.object({
  locker: z.nullable(z.omit(Locker, { holder: true })),
  /** The number of lockers that staff can assign; 0 for students. */
  free: z.int(),
})
export type LockerOfStudent = z.infer<typeof LockerOfStudent>

/** The fee that is entered when a student gets a locker now. */
export const LockerQuote = z.object({
  /** Null if no fee is entered now. Amounts are in rupees. */
  fee: z.nullable(z.object({ month: z.int(), year: z.int(), amount: z.number() })),
  /** True if this month was charged for a locker before; `fee` is then the difference to the dearest one, null if this costs no more. */
  isCharged: z.boolean(),
})
export type LockerQuote = z.infer<typeof LockerQuote>

/** A student who has or had a locker. */
export const LockerUse = z.object({
  _id: Id,
  /** The number that the locker had then. */
  number: z.string(),
  /** Null after the account was deleted. */
  student: z.nullable(z.object({ _id: Id, name: z.string() })),
  from: Instant,
  /** Null while the student has it. */
  to: z.nullable(Instant),
  assignedBy: z.nullable(z.string()),
  endedBy: z.nullable(z.string()),
  /** Null if nobody was asked. */
  keyReturned: z.nullable(z.boolean()),
  note: z.string(),
})
export type LockerUse = z.infer<typeof LockerUse>
