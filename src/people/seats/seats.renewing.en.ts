import { formatsFor } from '#contract/format.ts'

const { day } = formatsFor('en-IN')

/** The words of renewing an account. */
export const renewingEn = {
  title: (name: string) => `Renew ${name}`,
  ended: (date: string) => `Expired on ${day(date)}`,
  ends: (date: string) => `Until ${day(date)}`,
  noEnd: 'No end date',
  past: 'Please choose today or a later day',
  seatTaken: (seat: number | string, names: string) => `Seat ${seat} is taken by ${names}.`,
  seatGone: (seat: number | string) => `Seat ${seat} is no longer available.`,
  withoutSeat: (name: string) => `${name} can be renewed without a seat.`,
  seat: 'Seat',
  noSeat: 'Without a seat',
  freeSeat: (seat: number | string) => `Seat ${seat}`,
  keptSeat: (seat: number | string, name: string) => `Seat ${seat} (kept for ${name})`,
  submit: 'Renew',
  submitWithoutSeat: 'Renew without a seat',
  submitOnSeat: (seat: number | string) => `Renew on seat ${seat}`,
  submitting: 'Saving…',
  failed: 'The account was not renewed',
  renewed: (name: string, date: string) => `${name} is renewed until ${day(date)}.`,
  renewedEndless: (name: string) => `${name} is renewed, with no end date.`,
}
