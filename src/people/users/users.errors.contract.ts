import type { Errors } from '#contract/errors.ts'
import type { NamedSeat } from '#people/rooms/rooms.shapes.contract.ts'

export const userErrors = {
  adminByOther: { code: 'users.admin_by_superadmin', status: 403, message: 'Only superadmins can create admin accounts' },
  managerCreatesStudents: { code: 'users.manager_creates_students', status: 403, message: 'Managers can only create student accounts' },
  adminCreatesStudents: { code: 'users.admin_creates_students', status: 403, message: 'Admins can only create student accounts' },
  adminEditsStudents: { code: 'users.admin_edits_students', status: 403, message: 'Admins can only edit student accounts' },
  managerRenewsStudents: { code: 'users.manager_renews_students', status: 403, message: 'Managers can only renew student accounts' },
  adminRemovesStudents: { code: 'users.admin_removes_students', status: 403, message: 'Admins can only delete student accounts' },
  terminationOnly: {
    code: 'users.termination_only',
    status: 403,
    message: 'Only superadmins can change anything other than the termination date',
  },
  demoAccount: {
    code: 'users.demo_account',
    status: 403,
    message: 'Everybody uses this account of the demo, so it cannot be changed. Create another account to try this.',
  },
  notYourself: { code: 'users.not_yourself', status: 403, message: 'You cannot delete your own account' },
  lastSuperadmin: {
    code: 'users.last_superadmin',
    status: 409,
    message: 'This is the only superadmin. The account must keep this role and cannot have a termination date',
  },
  pictureExpired: { code: 'users.picture_expired', status: 403, message: 'This picture link is no longer valid' },
  emailTaken: { code: 'users.email_taken', status: 409, message: 'This email address is already in use' },
  seatTaken: {
    code: 'users.seat_taken',
    status: 409,
    message: 'This seat is already taken',
    text: ({ seat, label, half, name }: NamedSeat & { half: string; name: string }) =>
      `Seat ${label ?? seat} (${half}) is taken by ${name}`,
  },
  seatMissing: {
    code: 'users.seat_missing',
    status: 400,
    message: 'There is no such seat',
    text: ({ seats }: { seats: number }) => `Seat number must be from 1 to ${seats}`,
  },
  seatWithoutSlot: { code: 'users.seat_without_slot', status: 400, message: 'Please choose a shift for this seat' },
  reasonNeeded: { code: 'users.reason_needed', status: 400, message: 'Please enter why this student pays another fee' },
  emailRequired: { code: 'users.email_required', status: 400, message: 'Email is required' },
  phoneNotMobile: {
    code: 'users.phone_not_mobile',
    status: 400,
    message: 'Please enter a mobile number of ten digits, or an email',
  },
  passwordIsPhone: { code: 'users.password_is_phone', status: 400, message: 'The password must not be the phone number' },
  passwordIsEmail: { code: 'users.password_is_email', status: 400, message: 'The password must not be the email address' },
  passwordCommon: { code: 'users.password_common', status: 400, message: 'This password is too common. Please choose another' },
} satisfies Errors
