import { formatsFor } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import type { AccountStatus, Slot } from './users.contract.ts'

const { day, instantDay, number, plural, rupees } = formatsFor('en-IN')
const slots = { morning: 'Morning', afternoon: 'Afternoon', 'full-day': 'Full day' } satisfies Record<Slot, string>
const half = { morning: 'morning', afternoon: 'afternoon' }
type Half = keyof typeof half

/** What a deletion does, so that nobody is surprised. */
const deletion = (name: string, seatNumber: number | null): string => {
  const start = `Are you sure you want to delete "${name}"? The account will be closed and can no longer be used to sign in.`
  const seat = seatNumber === null ? '' : ` Seat ${seatNumber} will be free.`
  return `${start}${seat} Records of this person's activity and payments will be kept. This action cannot be undone.`
}

/** The words of User Management. */
export const usersEn = {
  title: 'User Management',
  about: 'Everyone with an account.',
  add: 'Add User',
  views: { label: 'Views', list: 'List', seats: 'Seat map' },
  search: 'Search users',
  searchPlaceholder: 'Search by name or email...',
  roleFilter: 'Role',
  allRoles: 'All roles',
  statusFilter: 'Account',
  allStatuses: 'All',
  statuses: { active: 'Active', expired: 'Expired' } satisfies Record<AccountStatus, string>,
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
  emptyHint: 'Add your first student or staff member.',
  noMatch: 'No users found',
  noMatchHint: 'Try a different name or email, or change the filters.',
  clearFilters: 'Show all users',
  loadFailed: 'Failed to load users',
  form: {
    title: 'Add User',
    editTitle: 'Edit User',
    name: 'Name',
    email: 'Email',
    password: 'Password',
    passwordHint: `At least ${limits.passwordMin} characters.`,
    passwordKept: 'Leave blank to keep the current password.',
    role: 'Role',
    terminationDate: 'Termination date',
    terminationHint: 'Last day the account works. Leave empty for no end date.',
    student: 'Student details',
    phone: 'Phone',
    dob: 'Date of birth',
    dateJoinedLibrary: 'Joining date',
    slot: 'Slot',
    noSlot: 'No slot',
    slots,
    seatNumber: 'Seat number',
    seatRange: (seats: number) => `Seat number must be from 1 to ${seats}`,
    seatHint: (seats: number) => `From 1 to ${seats}.`,
    monthlyFee: 'Monthly fee (₹)',
    monthlyFeeHint: (usual: number) => `Leave empty for the usual ${rupees(usual)}.`,
    rupees,
    paidUpTo: 'Paid up to',
    paidUpToHint: 'For students who were here before: the last month that is paid.',
    oldDues: 'Old dues (₹)',
    oldDuesHint: 'What is still owed from before.',
    chargeGap: 'Charge the months in between',
    gapHint: (n: number) =>
      plural(n, {
        one: 'One whole month since the last day is charged only if you switch this on.',
        other: `${number(n)} whole months since the last day are charged only if you switch this on.`,
      }),
    withoutSeat: (seat: number) => `Extend without seat ${seat}`,
    withoutSeatHint: 'Use this if someone else has the seat by now.',
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
    loadFailed: 'Failed to load this person',
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
    legend: 'What the colors mean',
    states: { free: 'Free', taken: 'Taken', ending: 'Ends within 7 days' },
    hint: 'Press a free slot to add a user, or a taken one to see who has it.',
  },
}
