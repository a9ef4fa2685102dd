import type { DayTimes } from '#contract/dayParts.ts'
import { formatsFor } from '#contract/format.ts'
import { readablePhone } from '#contract/phone.ts'
import { termsEn } from '#contract/terms.en.ts'

const { day, dayAndMonth, number, plural, rupees } = formatsFor('en-IN')
type Half = 'morning' | 'afternoon'

const NEAR_MS = 180 * 86_400_000

/** Without the year where it is plain which one is meant. */
const short = (date: string, today: string): string =>
  Math.abs(Date.parse(date) - Date.parse(today)) < NEAR_MS ? dayAndMonth(date) : day(date)

/** `Seat 4, Morning`, as far as it is known. */
const seatAndSlot = (seat: number | string | null, slotName: string | null): string =>
  seat === null ? 'No seat' : slotName === null ? `Seat ${seat}` : `Seat ${seat}, ${slotName}`

const daysOf = (n: number): string => plural(n, { one: '1 day', other: `${number(n)} days` })

/** In half a tile; a minus counts the days since the end. */
const daysShort = (left: number): string => (left > 999 ? '' : `${left < 0 ? '−' : ''}${Math.min(Math.abs(left), 999)}d`)

/** The words of the seat map. */
export const seatsEn = {
  label: 'Seats',
  loadFailed: 'Failed to load seats',
  columns: { seat: 'Seat', morning: 'Morning', afternoon: 'Afternoon' },
  seat: (n: number | string) => `Seat ${n}`,
  noRoom: 'No room',
  planOf: (room: string) => `Plan of ${room}`,
  row: (letter: string) => `Row ${letter}`,
  seatAndSlot,
  taken: (n: number, total: number, at: Half) => `${number(n)} of ${number(total)} seats taken in the ${at}`,
  /** Beside the sign of the half. */
  takenShort: (n: number, total: number) => `${number(n)} of ${number(total)} taken`,
  takenInShift: (n: number, total: number, name: string, times: DayTimes) =>
    `${number(n)} of ${number(total)} seats taken: ${name}, ${termsEn.dayPart(times)}`,
  share: (n: number, total: number) => `${number(n)}/${number(total)}`,
  shown: { label: 'Time of day', both: 'Both', morning: 'Morning', afternoon: 'Afternoon' },
  freeOnly: 'Free only',
  noneFree: 'No seat is free',
  noneFreeHint: 'Choose another part of the day, or show all seats.',
  showAll: 'Show all seats',
  print: 'Print',
  legend: 'What the colors mean',
  states: {
    free: 'Free',
    taken: 'Taken',
    ending: 'Ends within 7 days',
    kept: 'Expired, seat kept',
    owes: 'Owes fees',
    out: 'Out of order',
    sold: 'Taken for part of the day',
  },
  /** In the tiles of the legend. */
  samples: { ending: daysShort(3), kept: daysShort(-5) },
  hint: 'Press a free seat to add a user, or a taken one to see who has it.',
  /** Within a place of the map, where there is little room. */
  place: {
    free: 'Free',
    out: 'Out of order',
    days: (left: number) => (left < 0 ? `${number(-left)} d ago` : left === 0 ? 'Last day' : daysOf(left)),
    daysShort,
    noEnd: 'No end',
    pass: 'Day pass',
    passShort: 'Day',
  },
  /** Heard before and after what is read in a place. */
  names: {
    place: (n: number | string, slotName: string) => `Seat ${n}, ${slotName.toLowerCase()}:`,
    until: (state: string, date: string, left: number, today: string) =>
      ({
        kept: `Expired ${short(date, today)}`,
        ending: `Ends ${short(date, today)}${left < 0 ? '' : left === 0 ? ', last day' : `, ${daysOf(left)}`}`,
      })[state] ?? `until ${short(date, today)}, ${daysOf(left)}`,
    noEnd: 'No end date',
    out: (to: string | null, reason: string, today: string) => `Out of order${to === null ? '' : ` until ${short(to, today)}`}: ${reason}`,
    tags: (names: readonly string[]) => `(${names.join(', ')})`,
    pass: ({ to }: DayTimes) => `Day pass until ${to === '00:00' ? '24:00' : to}`,
    /** A person who has the seat for a part of the day. */
    holder: (name: string, parts: readonly DayTimes[]) => `${name} ${parts.map(termsEn.dayPart).join(', ')}`,
    owes: (amount: string) => `owes ${amount}`,
    add: 'Add a user here',
    move: (name: string) => `Move ${name} here`,
    exchange: (name: string) => `Exchange with ${name}`,
    moving: 'Being moved',
  },
  freeSeat: {
    title: (n: number | string, slotName: string) => `Seat ${n}, ${slotName}`,
    addNew: 'Add someone new',
    moveHere: 'Move someone here',
    dayPass: 'Sell a day pass',
    search: 'Name, phone or seat',
    students: 'Students',
    none: 'No students found',
    failed: 'Failed to load students',
    /** Below the name of a student. */
    details: (seat: number | string | null, slotName: string | null, phone: string | null) =>
      [seatAndSlot(seat, slotName), phone && readablePhone(phone)].filter(Boolean).join(' · '),
  },
  /** In the form of a new student. */
  chips: {
    /** The times and the fee of a shift. */
    about: (times: DayTimes, fee: number | null) => [termsEn.dayPart(times), ...(fee === null ? [] : [rupees(fee)])].join(' · '),
    isFree: 'Free',
    isOut: 'Out of order',
    free: (n: number) => `${number(n)} free`,
    kept: (name: string) => `Kept for ${name}`,
  },
  kept: {
    until: (name: string, date: string) =>
      `Kept for ${name}, whose account expired on ${day(date)}. If you give the seat to someone else, ${name} loses it.`,
    giveAway: 'Give away',
    giveAwaySeat: 'Give away the seat',
  },
  moving: {
    label: 'Moving',
    who: (name: string, seat: number | string | null, slotName: string | null) => `Moving ${name} (${seatAndSlot(seat, slotName)}).`,
    how: 'Press a free seat to move there, or a taken one to exchange seats.',
    howSeatless: 'Press a free seat.',
    cancel: 'Cancel',
    own: (name: string) => `${name} already has this seat.`,
    sameSeat: (name: string, other: string) => `${name} and ${other} already have the same seat.`,
    visited: (other: string, seat: string, date: string, today: string) =>
      `${other} has a day pass for seat ${seat} on ${short(date, today)}. Press another seat.`,
    seatless: (name: string, other: string) => `Press a free seat. ${name} has no seat to exchange with ${other}.`,
    expired: (name: string) => `The account of ${name} has expired. Renew it first.`,
    failed: 'Failed to load this person',
    moveTitle: 'Move to another seat',
    move: (name: string, from: number | string | null, to: number | string, slotName: string) =>
      from === null ? `${name}: seat ${to}, ${slotName}` : `${name}: seat ${from} → seat ${to}, ${slotName}`,
    slot: (before: string, after: string) => `${before} → ${after}`,
    slotHint: 'The shift changes too, which may change the monthly fee.',
    confirmMove: 'Move',
    moved: (name: string, to: number | string) => `${name} now has seat ${to}.`,
    exchangeTitle: 'Exchange seats',
    exchange: (name: string, from: number | string, to: number | string, slotName: string) =>
      `${name}: seat ${from} → seat ${to}, ${slotName}`,
    confirmExchange: 'Exchange',
    exchanged: (one: string, other: string) => `${one} and ${other} have exchanged seats.`,
    moveFailed: 'The seat was not changed',
    saving: 'Saving…',
  },
  /** On paper. */
  sheet: {
    /** Two columns of seats have no titles of their own. */
    about: (isLong: boolean, date: string) => `${isLong ? 'Seats: morning, afternoon' : 'Seats'} · (date): account expired · ${day(date)}`,
    until: short,
    times: termsEn.dayPart,
    expired: (date: string, today: string) => `(${short(date, today)})`,
  },
}
