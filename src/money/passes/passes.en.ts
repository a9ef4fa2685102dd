import type { DayTimes } from '#contract/dayParts.ts'
import { facts, formatsFor } from '#contract/format.ts'
import { readablePhone } from '#contract/phone.ts'
import { termsEn } from '#contract/terms.en.ts'

const { day, number, plural, rupees } = formatsFor('en-IN')

/** The words of day passes. */
export const passesEn = {
  sell: 'Day pass',
  all: 'Day passes',
  dialog: {
    title: 'Day pass',
    loadFailed: 'Failed to load the free seats',
    noShift: 'No shift is left on this day. Choose another day.',
    off: 'Set the price of a day pass in Customization, Hall first.',
    phone: 'Mobile number',
    name: 'Name',
    visitors: 'Earlier visitors with this number',
    visits: (passes: number, lastDay: string | null) =>
      facts(
        passes === 0 ? 'No day passes' : plural(passes, { one: '1 day pass', other: `${number(passes)} day passes` }),
        ...(lastDay === null ? [] : [`last on ${day(lastDay)}`]),
      ),
    day: 'Day',
    shift: 'Shift',
    shiftOption: (name: string, times: DayTimes, free: number) =>
      facts(name, termsEn.dayPart(times), free === 0 ? 'full' : `${number(free)} free`),
    seat: 'Seat',
    seatOption: (n: number) => `Seat ${n}`,
    noSeat: 'No seat is free in this shift',
    amount: 'Amount',
    method: 'Method',
    methods: termsEn.methods,
    referenceReason: 'Why is this reference used again?',
    reason: (price: number) => `Why less than ${rupees(price)}?`,
    reasonHint: 'The owner sees this.',
    submit: 'Sell and print receipt',
    submitting: 'Saving…',
    failed: 'Failed to sell the day pass',
    unsure: 'The server did not reply. Send it again: the day pass is sold only once, even if it was already received.',
    skipped: 'The owner sees that this payment has no reference.',
  },
  done: {
    title: 'Day pass sold',
    seat: (seat: number, shift: string, times: DayTimes) => `Seat ${seat}, ${shift}, ${termsEn.dayPart(times)}`,
    receipt: (n: string) => `Receipt ${n}`,
    print: 'Print again',
    printing: 'Preparing…',
    next: 'Next visitor',
    close: 'Close',
  },
  list: {
    label: 'Day passes',
    loadFailed: 'Failed to load day passes',
    day: 'Day',
    none: (date: string) => `No day passes for ${day(date)}`,
    noneHint: 'Sell one here, at the counter, or on a free seat of the map.',
    columns: { name: 'Visitor', seat: 'Seat', amount: 'Amount', receipt: 'Receipt', more: 'Actions' },
    deleted: 'Visitor deleted',
    phone: readablePhone,
    seat: (seat: number) => `Seat ${seat}`,
    when: (shift: string, times: DayTimes) => `${shift}, ${termsEn.dayPart(times)}`,
    lowered: (price: number, reason: string) => `instead of ${rupees(price)}: ${reason}`,
    void: 'Void',
    voidAction: 'Void',
    erase: 'Delete visitor',
    eraseOf: (name: string) => `Delete ${name}?`,
    eraseText: 'Name and mobile number are deleted. Receipts keep the name.',
    erased: 'Visitor deleted',
    eraseFailed: 'Failed to delete the visitor',
    cancel: 'Cancel',
  },
  voiding: {
    title: (n: string) => `Void receipt ${n}?`,
    text: (seat: number) => `The money is given back, and seat ${seat} is free again. The receipt stays and says that it is void.`,
    reason: 'Reason',
    reasons: ['Did not stay', 'Wrong seat', 'Entered twice', 'Money not received'],
    other: 'Other',
    submit: 'Void day pass',
    submitting: 'Saving…',
    done: 'Day pass voided',
    failed: 'Failed to void the day pass',
  },
}
