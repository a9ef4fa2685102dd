import { formatsFor } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import type { Slot } from './users.contract.ts'

const { day, instantDay } = formatsFor('en-IN')

/** The words of User Management. */
export const usersEn = {
  title: 'User Management',
  about: 'Everybody who has an account here.',
  add: 'Add User',
  search: 'Search users',
  searchPlaceholder: 'Search by name or email...',
  roleFilter: 'Role',
  allRoles: 'All roles',
  list: 'Users',
  columns: { user: 'User', role: 'Role', created: 'Created' },
  created: (instant: string) => instantDay(instant),
  expired: (date: string) => `Expired ${day(date)}`,
  expires: (date: string) => `Expires ${day(date)}`,
  empty: 'No users yet',
  emptyHint: 'Add the first person who reads or works here.',
  noMatch: 'No users found',
  noMatchHint: 'Try another name or email, or another role.',
  clearFilters: 'Show all users',
  loadFailed: 'Failed to load users',
  form: {
    title: 'Add User',
    name: 'Name',
    email: 'Email',
    password: 'Password',
    passwordHint: `At least ${limits.passwordMin} characters.`,
    role: 'Role',
    terminationDate: 'Termination date',
    terminationHint: 'The last day on which the account works. Empty means no end.',
    student: 'Student details',
    phone: 'Phone',
    dob: 'Date of birth',
    dateJoinedLibrary: 'Joining date',
    slot: 'Slot',
    noSlot: 'No slot',
    slots: { morning: 'Morning', afternoon: 'Afternoon', 'full-day': 'Full day' } satisfies Record<Slot, string>,
    seatNumber: 'Seat number',
    seatHint: `From 1 to ${limits.seats}.`,
    submit: 'Create user',
    submitting: 'Creating…',
  },
  saved: 'User created successfully!',
  saveFailed: 'Operation failed',
}
