import * as z from 'zod/mini'
import { RoleName } from '#contract/actor.ts'
import { endpoint } from '#contract/endpoint.ts'
import type { Errors } from '#contract/errors.ts'
import { byId, Day, Email, formBoolean, Id, Instant, orNone, Password, text } from '#contract/fields.ts'
import { dailyLinkQuery } from '#contract/fileLink.ts'
import { limits } from '#contract/limits.ts'
import { formSomeRupees } from '#contract/money.ts'
import { list, numberText, paging } from '#contract/paging.ts'
import { pictureErrors, pictureIn } from '#contract/picture.ts'
import { MaybeReason } from '#contract/reason.ts'
import { ruleErrors } from '#system/settings/customization.rules.contract.ts'

export const Slot = z.enum(['morning', 'afternoon', 'full-day'], 'Please choose a slot')
export type Slot = z.infer<typeof Slot>

/** Whether the account still works today, in the institution's zone, and whether that ends within so many days. */
export const AccountStatus = z.enum(['active', 'expiring-7', 'expiring-30', 'expired'])
export type AccountStatus = z.infer<typeof AccountStatus>

export const User = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  role: RoleName,
  /** The last day on which the account works, in the institution's zone. */
  terminationDate: z.nullable(Day),
  dob: z.nullable(Day),
  dateJoinedLibrary: z.nullable(Day),
  slot: z.nullable(Slot),
  seatNumber: z.nullable(z.int()),
  phone: z.nullable(z.string()),
  /** What a month costs this student, in rupees, where it is not what the hall or the slot costs. */
  monthlyFee: z.nullable(z.number()),
  /** An address of the picture that opens by itself today and tomorrow; null where there is none. */
  profilePictureUrl: z.nullable(z.string()),
  createdAt: Instant,
  /** Told to this person alone: their conversations in chat, the most active thousand. */
  conversations: z.optional(z.array(z.object({ _id: Id }))),
})
export type User = z.infer<typeof User>

/** The person who has one half of a seat, or for whom it is kept because their account is over. */
const Half = z.object({
  userId: Id,
  name: z.string(),
  /** The slot of the person: a full day has both halves. */
  slot: Slot,
  /** The last day on which the person has it; null is no end. */
  terminationDate: z.nullable(Day),
  /** That day is over: the seat is only kept for them, and free for anybody else. */
  isExpired: z.boolean(),
})
export type Half = z.infer<typeof Half>

export const Seat = z.object({ seatNumber: z.int(), morning: z.nullable(Half), afternoon: z.nullable(Half) })
export type Seat = z.infer<typeof Seat>

const seatMessage = 'Please enter a seat number'
/** Whether there is such a seat is a setting of the hall, which the server judges. */
const SeatNumber = z.union([z.int(seatMessage), numberText(-999_999_999, 999_999_999, seatMessage)], seatMessage)

const name = text({ max: limits.personName, required: 'Name is required' })
const role = z.enum(['student', 'manager', 'admin', 'superadmin'], 'Please choose a role')
const phoneMessage = 'Please enter a phone number'
/** What a phone number is written with: no other text is in one. */
export const phoneSigns = /^[0-9+() .-]*$/

/** What only students have; for everybody else it is none, whatever is sent. */
const studentFields = {
  dob: orNone(Day, 'Please enter a date'),
  dateJoinedLibrary: orNone(Day, 'Please enter a date'),
  slot: orNone(Slot, 'Please choose a slot'),
  seatNumber: orNone(SeatNumber, seatMessage),
  phone: orNone(text({ max: 30 }).check(z.regex(phoneSigns, phoneMessage)), phoneMessage),
  monthlyFee: orNone(formSomeRupees, 'Please enter an amount above 0, such as 1000 or 999.50'),
}

const paidUpToMessage = 'Please enter a month such as 2026-10'

/** What a student brings who was here before Carrel: months up to `paidUpTo` are never charged, and `oldDues` are owed. */
const openingFields = {
  /** `YYYY-MM`. */
  paidUpTo: orNone(z.string(paidUpToMessage).check(z.regex(/^(?:19|20)\d\d-(?:0[1-9]|1[0-2])$/, paidUpToMessage)), paidUpToMessage),
  oldDues: orNone(formSomeRupees, 'Please enter an amount above 0, such as 1000 or 999.50'),
}

/** Why a student has a monthly fee other than the hall's or the slot's, or was here before Carrel. Needed for that alone. */
const reason = orNone(MaybeReason)

export const NewUser = z.object({
  name,
  email: Email,
  password: Password,
  role,
  terminationDate: orNone(Day, 'Please enter a date'),
  ...studentFields,
  ...openingFields,
  reason,
})
export type NewUser = z.infer<typeof NewUser>

/** Empty, or blanks alone. */
const Blank = z.pipe(
  z.string().check(z.regex(/^\s*$/, { abort: true })),
  z.transform(() => null),
)

/** What is left out stays as it is. */
export const UserChange = z.object({
  name: z.optional(name),
  email: z.optional(Email),
  /** A blank one keeps the current one. */
  password: z.nullish(z.union([Blank, Password], 'Please enter a password')),
  role: z.optional(role),
  terminationDate: orNone(Day, 'Please enter a date'),
  ...studentFields,
  removePicture: z.optional(formBoolean),
  /** Whether the whole months between the end of the account and today are charged, where it is extended. */
  chargeGap: z.optional(formBoolean),
  reason,
})
export type UserChange = z.infer<typeof UserChange>

/** What of a person can be changed, by the names that policies use. */
export type UserField = Exclude<keyof UserChange, 'removePicture' | 'chargeGap' | 'reason'> | 'profilePicture'

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
    text: ({ seat, half, name }: { seat: number; half: string; name: string }) => `Seat ${seat} (${half}) is taken by ${name}`,
  },
  seatMissing: {
    code: 'users.seat_missing',
    status: 400,
    message: 'There is no such seat',
    text: ({ seats }: { seats: number }) => `Seat number must be from 1 to ${seats}`,
  },
  seatWithoutSlot: { code: 'users.seat_without_slot', status: 400, message: 'Please choose a slot for this seat' },
  reasonNeeded: { code: 'users.reason_needed', status: 400, message: 'Please enter why this student pays another fee' },
  seatlessExchange: { code: 'users.seatless_exchange', status: 409, message: 'Both people need a seat to exchange' },
  exchangeWithOneself: { code: 'users.exchange_with_oneself', status: 400, message: 'Please choose two different students' },
  passwordIsEmail: { code: 'users.password_is_email', status: 400, message: 'The password must not be the email address' },
  passwordCommon: { code: 'users.password_common', status: 400, message: 'This password is too common. Please choose another' },
} satisfies Errors

/** What a list of people is narrowed by. */
export const UserFilter = {
  search: z.optional(text({ max: limits.search })),
  role: z.optional(RoleName),
  status: z.optional(AccountStatus),
  /** Only who has a seat, or only who has none. */
  hasSeat: z.optional(formBoolean),
}

export type UserListQuery = z.input<z.ZodMiniObject<typeof UserFilter>>

export const usersApi = {
  list: endpoint({
    method: 'GET',
    path: '/user',
    access: 'staff',
    shows: ['users'],
    summary:
      'Users, newest first, or by their last day where `status` is expiring or expired; `search` matches names, emails, phone numbers and the seat of that number',
    query: z.object({ ...paging, ...UserFilter }),
    rate: 'search',
    reply: list(User),
  }),
  create: endpoint({
    method: 'POST',
    path: '/user',
    access: 'staff',
    changes: ['fees', 'users'],
    summary: 'Creates an account',
    form: { file: pictureIn('profilePicture') },
    body: NewUser,
    rate: 'upload',
    reply: User,
    status: 201,
    errors: { ...userErrors, ...pictureErrors, managersConcede: ruleErrors.managersConcede },
  }),
  seats: endpoint({
    method: 'GET',
    path: '/user/seats',
    access: 'staff',
    shows: ['customization', 'users'],
    summary: 'Every seat, and who has it in the morning and in the afternoon, or had it until their account ended',
    reply: list(Seat),
  }),
  exchangeSeats: endpoint({
    method: 'POST',
    path: '/user/seats/exchange',
    access: 'superadmin',
    changes: ['users'],
    summary: 'Gives each of two students the seat of the other; their slots stay',
    body: z.object({ first: Id, second: Id }),
    errors: userErrors,
  }),
  profile: endpoint({
    method: 'GET',
    path: '/user/profile/:id',
    access: 'member',
    shows: ['users'],
    summary: 'One user; students can only see themselves',
    params: byId,
    reply: User,
  }),
  picture: endpoint({
    method: 'GET',
    path: '/user/:id/picture',
    access: 'anyone',
    shows: [],
    summary: 'The profile picture, for a signed URL or a signed-in user who may see the person',
    params: byId,
    query: dailyLinkQuery,
    stream: true,
    errors: { pictureExpired: userErrors.pictureExpired },
  }),
  update: endpoint({
    method: 'PUT',
    path: '/user/:id',
    access: 'admin',
    changes: ['fees', 'sessions', 'users'],
    summary: 'Changes an account; omitted fields stay unchanged; admins can only change the termination date of students',
    params: byId,
    form: { file: pictureIn('profilePicture') },
    body: UserChange,
    rate: 'upload',
    reply: User,
    errors: { ...userErrors, ...pictureErrors },
  }),
  updateTermination: endpoint({
    method: 'PUT',
    path: '/user/:id/termination',
    access: 'staff',
    changes: ['sessions', 'users'],
    summary: 'Changes the last day the account works; null means no end date. Managers, where the Hall rules let them, only of students.',
    params: byId,
    body: z.object({
      terminationDate: z.union(
        [
          z.pipe(
            z.literal(['', null]),
            z.transform(() => null),
          ),
          Day,
        ],
        'Please enter a date',
      ),
      /** The seat is given up: it may have another holder by now. */
      withoutSeat: z.optional(z.boolean('Please choose yes or no')),
      /** Whether the whole months between the end of the account and today are charged. */
      chargeGap: z.optional(z.boolean('Please choose yes or no')),
    }),
    reply: User,
    errors: { ...userErrors, managersRenew: ruleErrors.managersRenew },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/user/:id',
    access: 'admin',
    changes: ['chat', 'conversations', 'devices', 'favorites', 'fees', 'notices', 'reading', 'sessions', 'users'],
    summary: 'Deletes an account: closes and anonymizes it, and frees its email and seat',
    params: byId,
    errors: userErrors,
  }),
}
