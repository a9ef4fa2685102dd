import { formatsFor } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import type { Slot } from './users.contract.ts'

const { day, instantDay, number, plural } = formatsFor('en-IN')
const slots = { morning: 'Morning', afternoon: 'Afternoon', 'full-day': 'Full day' } satisfies Record<Slot, string>
const half = { morning: 'morning', afternoon: 'afternoon' }
type Half = keyof typeof half

/** What a deletion does, so that nobody is surprised. */
const deletion = (name: string, seatNumber: number | null): string => {
  const start = `Are you sure you want to delete "${name}"? The account will be closed and can no longer sign in.`
  const seat = seatNumber === null ? '' : ` Seat ${seatNumber} will be free.`
  return `${start}${seat} Records of what this person did and paid stay. This action cannot be undone.`
}

/** The words of User Management. */
export const usersEn = {
  title: 'User Management',
  about: 'Everybody who has an account here.',
  add: 'Add User',
  views: { label: 'Views', list: 'List', seats: 'Seat map' },
  search: 'Search users',
  searchPlaceholder: 'Search by name or email...',
  roleFilter: 'Role',
  allRoles: 'All roles',
  list: 'Users',
  count: (n: number) => plural(n, { one: '1 user', other: `${number(n)} users` }),
  found: (n: number) => plural(n, { one: 'Found 1 user', other: `Found ${number(n)} users` }),
  columns: { user: 'User', role: 'Role', created: 'Created', actions: 'Actions' },
  created: (instant: string) => instantDay(instant),
  expired: (date: string) => `Expired ${day(date)}`,
  expires: (date: string) => `Expires ${day(date)}`,
  edit: 'Edit',
  editOne: (name: string) => `Edit ${name}`,
  delete: 'Delete',
  deleteOne: (name: string) => `Delete ${name}`,
  empty: 'No users yet',
  emptyHint: 'Add the first person who reads or works here.',
  noMatch: 'No users found',
  noMatchHint: 'Try another name or email, or another role.',
  clearFilters: 'Show all users',
  loadFailed: 'Failed to load users',
  form: {
    title: 'Add User',
    editTitle: 'Edit User',
    name: 'Name',
    email: 'Email',
    password: 'Password',
    passwordHint: `At least ${limits.passwordMin} characters.`,
    passwordKept: 'Leave it blank to keep the current password.',
    role: 'Role',
    terminationDate: 'Termination date',
    terminationHint: 'The last day on which the account works. Empty means no end.',
    student: 'Student details',
    phone: 'Phone',
    dob: 'Date of birth',
    dateJoinedLibrary: 'Joining date',
    slot: 'Slot',
    noSlot: 'No slot',
    slots,
    seatNumber: 'Seat number',
    seatHint: `From 1 to ${limits.seats}.`,
    picture: 'Profile picture',
    pictureHint: 'JPEG, PNG, WebP or GIF, up to 5MB.',
    notPicture: 'Please select an image file',
    none: 'Not set',
    terminationOnly: 'Only a superadmin can change the rest.',
    submit: 'Create user',
    submitting: 'Creating…',
    save: 'Save changes',
    saving: 'Saving…',
  },
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
  person: {
    loadFailed: 'This person could not be loaded',
    showInList: 'Show in list',
  },
  seats: {
    label: 'Seats',
    loadFailed: 'Failed to load seats',
    columns: { seat: 'Seat', morning: 'Morning', afternoon: 'Afternoon' },
    seat: (n: number) => `Seat ${n}`,
    free: 'Free',
    until: (date: string) => `Until ${day(date)}`,
    /** Heard before whose it is. */
    place: (n: number, at: Half) => `Seat ${n}, ${half[at]}:`,
    addHere: 'Add a user here',
    taken: (n: number, total: number, at: Half) => `${number(n)} of ${number(total)} seats taken in the ${half[at]}`,
    legend: 'What the colours mean',
    states: { free: 'Free', taken: 'Taken', ending: 'Ends within 7 days' },
    hint: 'Press a free half to add a user there, or a taken one to see who has it.',
  },
}
