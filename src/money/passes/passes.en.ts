import type { DayTimes } from '#contract/dayParts.ts'
import { facts, formatsFor } from '#contract/format.ts'
import { readablePhone } from '#contract/phone.ts'
import { termsEn } from '#contract/terms.en.ts'
import { reasonsWithoutMoney } from '#money/fees/fees.visitors.policy.ts'

const { day, number, plural, rupees } = formatsFor('en-IN')

/** The words of day passes. */
export const passesEn = {
  sell: 'Day pass',
  all: 'Day passes',
  dialog: {
    title: 'Day pass',
    loadFailed: 'Failed to load the free seats',
    noShift: 'No shift is left on this day. Choose another day.',
    off: 'First set the price of a day pass in Customization → Hall.',
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
    shiftOption: (name: string, free: number) => facts(name, free === 0 ? 'full' : `${number(free)} free`),
    times: termsEn.dayPart,
    seat: 'Seat',
    seatOption: (n: number | string, room: string | null) => facts(`Seat ${n}`, ...(room === null ? [] : [room])),
    noSeat: 'No seat is free in this shift',
    amount: 'Amount',
    method: 'Method',
    methods: termsEn.methods,
    referenceReason: 'Reason for using it again',
    reason: (price: number) => `Why less than ${rupees(price)}?`,
    reasonHint: 'The owner can see this.',
    submit: 'Sell and print receipt',
    submitting: 'Saving…',
    failed: 'Failed to sell the day pass',
    unsure: 'The server did not reply. Press the button again: the day pass is sold only once.',
    skipped: 'No reference will be saved. The owner can see this in To check.',
  },
  done: {
    title: 'Day pass sold',
    seat: (seat: number | string, shift: string, times: DayTimes) => `Seat ${seat}, ${shift}, ${termsEn.dayPart(times)}`,
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
    noneHint: 'Sell one here, at the counter, or from a free seat on the map.',
    notSold: 'This hall sells no day passes. An admin can set their fee in Customization, Hall.',
    columns: { name: 'Visitor', seat: 'Seat', amount: 'Amount', receipt: 'Receipt', more: 'Actions' },
    deleted: 'Visitor deleted',
    phone: readablePhone,
    seat: (seat: number | string) => `Seat ${seat}`,
    when: (shift: string, times: DayTimes) => `${shift}, ${termsEn.dayPart(times)}`,
    lowered: (price: number, reason: string) => `instead of ${rupees(price)}: ${reason}`,
    void: 'Void',
    voidAction: 'Void',
    voucher: (voucher: string) => `Voucher ${voucher}`,
    erase: 'Delete visitor',
    eraseOf: (name: string) => `Delete ${name}?`,
    eraseText: 'The name and the mobile number will be deleted. Receipts keep the name.',
    erased: 'Visitor deleted',
    eraseFailed: 'Failed to delete the visitor',
    cancel: 'Cancel',
  },
  voiding: {
    title: (n: string) => `Void receipt ${n}`,
    giveBack: (amount: string, method: string) =>
      `Give ${amount} back to the visitor the way it was paid: ${method}. The visitor gets a refund voucher.`,
    noMoney: 'The visitor gets no money back.',
    methods: termsEn.methods,
    text: (seat: number | string) => `Seat ${seat} becomes free again. The receipt is kept, marked void.`,
    reason: 'Reason',
    reasons: ['Did not stay', 'Wrong seat', ...reasonsWithoutMoney],
    other: 'Other',
    submit: 'Void day pass',
    submitting: 'Saving…',
    done: (voucher: string | null) => (voucher === null ? 'Day pass voided' : `Day pass voided. Refund voucher ${voucher}`),
    failed: 'Failed to void the day pass',
  },
}
