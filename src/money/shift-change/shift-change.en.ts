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
  sameSeat: (seat: string) => `Seat ${seat} (no change)`,
  keptSeat: (seat: string, name: string) => `Seat ${seat}, kept for ${name}`,
  seatTaken: (seat: string, names: readonly string[]) => `Seat ${seat} is not free in this shift: ${list(names)}`,
  from: 'First day in the new shift',
  fromHint: 'The seat changes as soon as you confirm.',
  loadFailed: 'Failed to load the price',
  price: {
    label: 'Price',
    monthlyFee: 'Monthly fee',
    ownFee: (fee: number) => `This student has their own monthly fee of ${rupees(fee)}. It does not change.`,
    change: (before: number, after: number) => `${rupees(before)} → ${rupees(after)}`,
    /** The days left of a month, and how they are charged. */
    days: (one: Month, left: number, of: number) => `${named(one)}: ${number(left)} of ${number(of)} days left, including this day`,
    rules: {
      full: 'A month with two shifts costs the higher of the two fees.',
      days: 'The higher fee is charged for the days in that shift.',
      half: 'The higher fee is charged for half the month, or for the whole month if the student is in that shift for more than half of it.',
    },
    notCharged: (one: Month, fee: number) => `No fee for ${named(one)} yet. If you charge it later, it will be ${rupees(fee)}.`,
    paidBefore: (one: Month) => `${named(one)} was paid before this hall used Carrel. It has no fee here, so nothing changes.`,
    more: (name: string, amount: number, months: readonly Month[]) => `${name} pays ${rupees(amount)} more for ${monthsOf(months)}`,
    less: (name: string, amount: number, months: readonly Month[]) => `${name} pays ${rupees(amount)} less for ${monthsOf(months)}`,
    credit: (amount: number) => `${rupees(amount)} was already paid and becomes credit.`,
    nothing: 'The fees do not change',
  },
  submit: {
    move: 'Change shift',
    more: (amount: number) => `Change and charge ${rupees(amount)}`,
    less: (amount: number) => `Change and reduce by ${rupees(amount)}`,
  },
  submitting: 'Saving…',
  failed: 'Failed to change the shift',
  unsure: 'The server did not reply. Press the button again: the change is saved only once.',
  done: (name: string, shift: string) => `${name} is now in ${shift}.`,
  hint: {
    text: 'Saving here does not change fees that were already charged. Press Change shift to change them too. You see the price first.',
    done: 'The shift was changed.',
  },
}
