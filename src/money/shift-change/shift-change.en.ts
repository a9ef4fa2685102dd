import { formatsFor } from '#contract/format.ts'

const { list, month, number, rupees } = formatsFor('en-IN')

type Month = { month: number; year: number }
const named = (one: Month): string => month(one.year, one.month)
const monthsOf = (months: readonly Month[]): string => list(months.map(named))

/** The words of a change of shift. */
export const shiftChangeEn = {
  action: 'Change shift',
  title: (name: string) => `Change the shift of ${name}`,
  shift: 'New shift',
  chooseShift: 'Choose a shift',
  shiftOption: (name: string, times: string) => `${name} · ${times}`,
  seat: 'Seat',
  chooseSeat: 'Choose a seat',
  needsSeat: 'Please choose a seat',
  noSeat: 'No seat',
  seatOption: (seat: string) => `Seat ${seat}`,
  sameSeat: (seat: string) => `Seat ${seat}, as now`,
  keptSeat: (seat: string, name: string) => `Seat ${seat}, kept for ${name}`,
  seatTaken: (seat: string, names: readonly string[]) => `Seat ${seat} is taken in this shift: ${list(names)}`,
  from: 'First day in the new shift',
  fromHint: 'The seat changes as soon as you confirm.',
  loadFailed: 'Failed to load the price',
  price: {
    label: 'Price',
    monthlyFee: 'Monthly fee',
    ownFee: (fee: number) => `This student has a monthly fee of their own, ${rupees(fee)}. It stays.`,
    change: (before: number, after: number) => `${rupees(before)} → ${rupees(after)}`,
    /** The days left of a month, and how they are charged. */
    days: (one: Month, left: number, of: number) => `${named(one)}: ${number(left)} of ${number(of)} days left, with this day`,
    rules: {
      full: 'A month in two shifts costs the higher fee.',
      days: 'The higher fee counts for the days in that shift.',
      half: 'The higher fee counts for half the month, or for all of it if the student has it for more than half.',
    },
    notCharged: (one: Month, fee: number) => `No fee for ${named(one)} yet. If it is charged later, it is ${rupees(fee)}.`,
    paidBefore: (one: Month) => `${named(one)} was paid before Carrel, so it has no fee here. Nothing changes for it.`,
    more: (name: string, amount: number, months: readonly Month[]) => `${name} pays ${rupees(amount)} more for ${monthsOf(months)}`,
    less: (name: string, amount: number, months: readonly Month[]) => `${name} pays ${rupees(amount)} less for ${monthsOf(months)}`,
    credit: (amount: number) => `${rupees(amount)} was paid already and becomes credit.`,
    nothing: 'Nothing changes in the fees',
  },
  submit: {
    move: 'Change shift',
    more: (amount: number) => `Change and charge ${rupees(amount)}`,
    less: (amount: number) => `Change and take off ${rupees(amount)}`,
  },
  submitting: 'Saving…',
  failed: 'The shift was not changed',
  unsure: 'The server did not reply. Send it again: it is saved only once, even if it was already received.',
  done: (name: string, shift: string) => `${name} is now in ${shift}.`,
  hint: {
    text: 'Saving here does not change fees that are charged already. Change shift shows the price first.',
    done: 'The shift is changed.',
  },
}
