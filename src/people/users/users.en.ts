import { facts, formatsFor } from '#contract/format.ts'
import type { AccountStatus } from './users.contract.ts'

const { day, dayAndMonth, instantDay, number, plural } = formatsFor('en-IN')

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

/** The words of User Management, without those of its forms: users.forms.en.ts. */
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
  saved: 'User created successfully!',
  changed: 'User updated successfully!',
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
  seats: {
    seat: (n: number) => `Seat ${n}`,
  },
}
