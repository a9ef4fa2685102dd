import type { DayTimes } from '#contract/dayParts.ts'
import { facts, formatsFor } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { termsEn } from '#contract/terms.en.ts'

const { day, number, plural, rupees } = formatsFor('en-IN')

/** The words of forms about a person, which no page needs for its first render. */
export const userFormsEn = {
  form: {
    title: 'Add User',
    editTitle: 'Edit User',
    name: 'Name',
    email: 'Email',
    emailHint: 'People sign in by email or mobile number. One of the two is needed.',
    password: 'Password',
    passwordHint: `At least ${limits.passwordMin} characters.`,
    generate: 'Generate a password',
    passwordKept: 'Leave blank to keep the current password.',
    role: 'Role',
    terminationDate: 'Termination date',
    terminationHint: 'Last day the account works. Leave empty for no end date.',
    /** Where there has to be one. */
    lastDayHint: 'Last day the account works.',
    lastDayShortcuts: 'Set the termination date',
    extendBy: { 1: '+1 month', 3: '+3 months', 6: '+6 months', 12: '1 year' },
    until: (date: string) => `Until ${day(date)}`,
    ended: (date: string) => `Ended on ${day(date)}`,
    countedFrom: (date: string) => `The buttons count from ${day(date)}.`,
    countedFromToday: 'The buttons count from today.',
    student: 'Student details',
    phone: 'Phone',
    phoneHint: 'Ten digits, for signing in and for WhatsApp.',
    phoneNotForWhatsApp: 'WhatsApp needs ten digits, or + and the country code.',
    dob: 'Date of birth',
    dateJoinedLibrary: 'Joining date',
    joiningShortcuts: 'Set the joining date',
    joinedToday: 'Today',
    slot: 'Shift',
    noSlot: 'No shift',
    /** A shift in a list, with its times and its fee. */
    slotChoice: (name: string, times: DayTimes, fee: number | null) =>
      facts(name, termsEn.dayPart(times), ...(fee === null ? [] : [rupees(fee)])),
    seatNumber: 'Seat number',
    seatRange: (seats: number) => `Seat number must be from 1 to ${seats}`,
    seatHint: (seats: number) => `From 1 to ${seats}.`,
    monthlyFee: 'Monthly fee (₹)',
    monthlyFeeHint: (usual: number) => `Leave empty for the usual ${rupees(usual)}.`,
    rupees,
    reason: 'Reason',
    reasons: ['Sibling', 'Scholarship', 'Agreed with the owner', 'Was here before'],
    otherReason: 'Other',
    paidUpTo: 'Paid up to',
    paidUpToHint: 'For students from before Carrel: the last month that was paid.',
    oldDues: 'Old dues (₹)',
    oldDuesHint: 'What the student still owes from before.',
    more: 'More',
    moreHint: 'Email, password, role, dates, earlier dues and picture',
    chargeGap: 'Charge the months in between',
    gapHint: (n: number) =>
      plural(n, {
        one: 'One whole month since the last day is charged only if you switch this on.',
        other: `${number(n)} whole months since the last day are charged only if you switch this on.`,
      }),
    withoutSeat: (seat: number) => `Extend without seat ${seat}`,
    withoutSeatHint: 'Use this if someone else has since taken this seat.',
    picture: 'Profile picture',
    pictureHint: 'JPEG, PNG, WebP or GIF, up to 5MB.',
    notPicture: 'Please select an image file',
    none: 'Not set',
    terminationOnly: 'Only a superadmin can change other details.',
    submit: 'Create user',
    submitting: 'Creating…',
    save: 'Save changes',
    saving: 'Saving…',
  },
  /** Said where a phone number is entered, and where an account is handed over. */
  sharedPhone: (name: string, others: number) => {
    const who = plural(others, { one: `${name} and 1 other person`, other: `${name} and ${number(others)} other people` })
    const first = others === 0 ? `${name} has this number too.` : `${who} have this number too.`
    return `${first} Nobody can sign in with a number that several people have. They need an email.`
  },
  ready: {
    title: 'Account ready',
    name: 'Name',
    address: 'Open',
    email: 'Sign in as',
    password: 'Password',
    once: 'The password is shown only now. You cannot see it again after you close this window.',
    copy: 'Copy',
    copied: 'Copied.',
    copyFailed: 'Could not copy. Select the text and copy it by hand.',
    select: 'Select all',
    print: 'Print slip',
    whatsapp: 'Send on WhatsApp',
    whatsappHint: 'The WhatsApp message never contains the password.',
    message: (hall: string, address: string | undefined, name: string) =>
      `Your account at ${hall} is ready. ${address === undefined ? 'Sign' : `Open ${address} and sign`} in as ${name}. You will get your password at the counter.`,
    done: 'Done',
    leave: {
      title: 'Close without the password?',
      text: 'You have not printed or copied it. It cannot be shown again.',
      confirm: 'Close anyway',
      stay: 'Stay',
    },
    payment: 'First payment',
    /** The account does not depend on it. */
    paymentHint: 'The account is ready. You can take the payment now or later.',
  },
  /** Printed for a person to take home. */
  slip: { seat: (seat: number | string) => `Seat ${seat}`, address: 'Open', email: 'Sign in as', password: 'Password' },
}
