import type { DayTimes } from '#contract/dayParts.ts'
import { facts, formatsFor } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { termsEn } from '#contract/terms.en.ts'
import type { AccountStatus } from './users.contract.ts'

const { day, dayAndMonth, instantDay, number, plural, rupees } = formatsFor('en-IN')

const NEAR_MS = 180 * 86_400_000

/** Without the year where it is plain which one is meant. */
const short = (date: string, today: string): string =>
  Math.abs(Date.parse(date) - Date.parse(today)) < NEAR_MS ? dayAndMonth(date) : day(date)

/** What a deletion does, so that nobody is surprised. */
const deletion = (name: string, seatNumber: number | null, label?: string): string => {
  const start = `Are you sure you want to delete "${name}"? The account will be closed and can no longer be used to sign in.`
  const seat = seatNumber === null ? '' : ` Seat ${label ?? seatNumber} will be free.`
  return `${start}${seat} Records of this person's activity and payments will be kept. This action cannot be undone.`
}

/** The words of User Management. */
export const usersEn = {
  title: 'User Management',
  add: 'Add User',
  views: { label: 'Views', list: 'List', seats: 'Seat map' },
  search: 'Search users',
  searchPlaceholder: 'Name or phone',
  roleFilter: 'Role',
  allRoles: 'All roles',
  statusFilter: 'Account',
  allStatuses: 'All accounts',
  statuses: {
    active: 'Active',
    'expiring-7': 'Expiring within 7 days',
    'expiring-30': 'Expiring within 30 days',
    expired: 'Expired',
  } satisfies Record<AccountStatus, string>,
  hasSeat: { true: 'With a seat', false: 'Without a seat' },
  removeFilter: (filter: string) => `Remove filter: ${filter}`,
  list: 'Users',
  count: (n: number) => plural(n, { one: '1 user', other: `${number(n)} users` }),
  found: (n: number) => plural(n, { one: 'Found 1 user', other: `Found ${number(n)} users` }),
  columns: { person: 'Person', seat: 'Seat', phone: 'Phone', until: 'Until', owed: 'Dues', created: 'Created', actions: 'Actions' },
  /** Seat and shift; a student may have a shift alone. */
  place: (seat: number | null, slotName: string | null, label?: string) =>
    facts(...(seat === null ? ['No seat'] : [label ?? number(seat)]), ...(slotName === null ? [] : [slotName])),
  noSeat: 'No seat',
  noPhone: 'No phone number',
  noEnd: 'No end date',
  owes: (amount: string) => `Owes ${amount}`,
  call: (phone: string) => `Call ${phone}`,
  createdOn: (instant: string) => instantDay(instant),
  expired: (date: string) => `Expired ${day(date)}`,
  expires: (date: string) => `Expires ${day(date)}`,
  edit: 'Edit',
  editOne: (name: string) => `Edit ${name}`,
  delete: 'Delete',
  deleteOne: (name: string) => `Delete ${name}`,
  empty: 'No users yet',
  emptyHint: 'Add your first student or staff member.',
  noMatch: 'No users found',
  noMatchHint: 'Try a different name, email, phone or seat, or change the filters.',
  clearFilters: 'Show all users',
  loadFailed: 'Failed to load users',
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
  saved: 'User created successfully!',
  changed: 'User updated successfully!',
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
  saveFailed: 'Operation failed',
  deletion: {
    title: 'Delete user',
    text: deletion,
    confirm: 'Delete',
    failed: 'Failed to delete user',
    done: 'User deleted successfully!',
  },
  facts: { joined: 'Joined', monthlyFee: 'Monthly fee', created: 'Account created' },
  person: {
    title: 'Person',
    loadFailed: 'Failed to load this person',
    gone: 'This account no longer exists',
    goneHint: 'The account was deleted, or the link is wrong.',
    renew: 'Renew',
    move: 'Move or exchange seat',
    /** Below its sign, where there is little room. */
    moveShort: 'Move',
    close: 'Close',
    until: (date: string, today: string) => `until ${short(date, today)}`,
    ends: (date: string, today: string) => `ends ${short(date, today)}`,
    ended: (date: string, today: string) => `ended ${short(date, today)}`,
    noEnd: 'no end date',
    noPhone: 'No phone number',
    whatsapp: 'WhatsApp',
    whatsappTo: (phone: string) => `WhatsApp ${phone}`,
    pay: 'Take payment',
    payTitle: (name: string) => `Payment from ${name}`,
    actions: 'Actions',
    more: 'More',
    details: 'Details',
  },
  /** Printed for a person to take home. */
  slip: { seat: (seat: number | string) => `Seat ${seat}`, address: 'Open', email: 'Sign in as', password: 'Password' },
  seats: {
    seat: (n: number) => `Seat ${n}`,
  },
}
