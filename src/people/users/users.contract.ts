import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import type { ErrorKind } from '#contract/errors.ts'
import { byId, Day, Email, formBoolean, Id, Instant, orNone, Password, RoleName, text } from '#contract/fields.ts'
import { dailyLinkQuery } from '#contract/fileLink.ts'
import { limits } from '#contract/limits.ts'
import { formSomeRupees } from '#contract/money.ts'
import { list, numberText, paging } from '#contract/paging.ts'
import { foldPhone, phoneSigns } from '#contract/phone.ts'
import { pictureErrors, pictureIn } from '#contract/picture.ts'
import { MaybeReason } from '#contract/reason.ts'
import { Slot } from '#contract/terms.ts'
import { ruleErrors } from '#system/customization/customization.rules.contract.ts'
import { userErrors } from './users.errors.contract.ts'
import { seatUseErrors } from './users.seats.contract.ts'

/** Whether the account is valid today, in the hall's time zone, and whether it ends within a number of days. */
export const accountStatuses = ['active', 'expiring-7', 'expiring-30', 'expired'] as const
export const AccountStatus = z.enum(accountStatuses)
export type AccountStatus = z.infer<typeof AccountStatus>

/** Students who owe something, and students with a seat who lack the fee of the month they are in, or a joining date. */
export const moneyGroups = ['owes', 'uncharged'] as const
export const MoneyGroup = z.enum(moneyGroups)
export type MoneyGroup = z.infer<typeof MoneyGroup>

export const User = z.object({
  _id: Id,
  name: z.string(),
  /** Null for a person who signs in only by mobile number. */
  email: z.nullable(z.string()),
  role: RoleName,
  /** The last day on which the account is valid, in the hall's time zone. */
  terminationDate: z.nullable(Day),
  dob: z.nullable(Day),
  dateJoinedLibrary: z.nullable(Day),
  slot: z.nullable(Slot),
  seatNumber: z.nullable(z.int()),
  /** What the hall calls the seat, if that is not its number. */
  seatLabel: z.optional(z.string()),
  phone: z.nullable(z.string()),
  /** The monthly fee of this student, in rupees, if it differs from that of the hall or the slot. */
  monthlyFee: z.nullable(z.number()),
  /** A URL of the picture that needs no login and expires after tomorrow; null without a picture. */
  profilePictureUrl: z.nullable(z.string()),
  createdAt: Instant,
  /** Returned only in the list, to staff: what the person owes, in rupees, if it is anything. */
  owed: z.optional(z.number()),
  /** Returned only to the person: their conversations in chat, the most active thousand. */
  conversations: z.optional(z.array(z.object({ _id: Id }))),
})
export type User = z.infer<typeof User>

const seatMessage = 'Please enter a seat number'
/** The number of seats is a setting of the hall, so the server checks the upper limit. */
const SeatNumber = z.union([z.int(seatMessage), numberText(-999_999_999, 999_999_999, seatMessage)], seatMessage)

const name = text({ max: limits.personName, required: 'Name is required' })
const role = z.enum(['student', 'manager', 'admin', 'superadmin'], 'Please choose a role')
const phoneMessage = 'Please enter a phone number'
const phone = orNone(text({ max: 30 }).check(z.regex(phoneSigns, phoneMessage)), phoneMessage)

/** Empty or only blanks. */
const Blank = z.pipe(
  z.string().check(z.regex(/^\s*$/, { abort: true })),
  z.transform(() => null),
)

/** A person needs an email or a mobile number. An email, if given, must be valid. */
const email = z.nullish(z.union([Blank, Email], 'Email is required'))

const isGiven = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''
type SignInNames = { email?: unknown; phone?: unknown }

/** Returns why nobody could sign in to an account with this email and phone number, or undefined. */
export const whyNoSignIn = ({ email, phone }: SignInNames): { field: 'email' | 'phone'; kind: ErrorKind } | undefined => {
  if (isGiven(email)) return undefined
  if (!isGiven(phone)) return { field: 'email', kind: userErrors.emailRequired }
  return foldPhone(String(phone)) === undefined ? { field: 'phone', kind: userErrors.phoneNotMobile } : undefined
}

/** Checked together with all other fields, so that a form shows every problem at once. */
const needsSignIn = (field: 'email' | 'phone', error: () => string) =>
  z.refine<SignInNames>((person) => whyNoSignIn(person)?.field !== field, {
    error,
    path: [field],
    when: ({ value }) => typeof value === 'object' && value !== null,
  })

/** Fields that only students have; for everybody else they are ignored. */
const studentFields = {
  dob: orNone(Day, 'Please enter a date'),
  dateJoinedLibrary: orNone(Day, 'Please enter a date'),
  slot: orNone(Slot, 'Please choose a shift'),
  seatNumber: orNone(SeatNumber, seatMessage),
  monthlyFee: orNone(formSomeRupees, 'Please enter an amount above 0, such as 1000 or 999.50'),
}

const paidUpToMessage = 'Please enter a month such as 2026-10'

/** The opening of a student who joined before the hall used Carrel: months up to `paidUpTo` are never charged, and `oldDues` are owed. */
const openingFields = {
  /** `YYYY-MM`. */
  paidUpTo: orNone(z.string(paidUpToMessage).check(z.regex(/^(?:19|20)\d\d-(?:0[1-9]|1[0-2])$/, paidUpToMessage)), paidUpToMessage),
  oldDues: orNone(formSomeRupees, 'Please enter an amount above 0, such as 1000 or 999.50'),
}

/** Why a student has a monthly fee other than that of the hall or the slot, or has an opening. Required only then. */
const reason = orNone(MaybeReason)

export const NewUser = z
  .object({
    name,
    email,
    phone,
    password: Password,
    role,
    terminationDate: orNone(Day, 'Please enter a date'),
    ...studentFields,
    ...openingFields,
    reason,
  })
  .check(
    needsSignIn('email', () => userErrors.emailRequired.message),
    needsSignIn('phone', () => userErrors.phoneNotMobile.message),
  )
export type NewUser = z.infer<typeof NewUser>

/** Omitted fields stay unchanged. */
export const UserChange = z.object({
  name: z.optional(name),
  email,
  phone,
  /** Blank keeps the current password. */
  password: z.nullish(z.union([Blank, Password], 'Please enter a password')),
  role: z.optional(role),
  terminationDate: orNone(Day, 'Please enter a date'),
  ...studentFields,
  removePicture: z.optional(formBoolean),
  /** True if the whole months between the end of the account and today are charged when it is extended. */
  chargeGap: z.optional(formBoolean),
  reason,
})
export type UserChange = z.infer<typeof UserChange>

/** The fields of a person that can be changed, by the names that policies use. */
export type UserField = Exclude<keyof UserChange, 'removePicture' | 'chargeGap' | 'reason'> | 'profilePicture'

/** Filters of a list of people. */
export const UserFilter = {
  search: z.optional(text({ max: limits.search })),
  role: z.optional(RoleName),
  status: z.optional(AccountStatus),
  /** Only people with a seat, or only people without one. */
  hasSeat: z.optional(formBoolean),
  only: z.optional(MoneyGroup),
}

export type UserListQuery = z.input<z.ZodMiniObject<typeof UserFilter>>

export const usersApi = {
  list: endpoint({
    method: 'GET',
    path: '/user',
    access: 'staff',
    shows: ['customization', 'fees', 'users'],
    summary:
      'Users with what they owe, newest first, or by their last day where `status` is expiring or expired; `search` matches names, emails, phone numbers and the seat of that number; `only` keeps those who owe something, or are not charged',
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
    errors: { ...userErrors, ...seatUseErrors, ...pictureErrors, managersConcede: ruleErrors.managersConcede },
  }),
  profile: endpoint({
    method: 'GET',
    path: '/user/profile/:id',
    access: 'member',
    shows: ['users'],
    offline: true,
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
    errors: { ...userErrors, ...seatUseErrors, ...pictureErrors },
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
      /** Gives up the seat, which may have another holder. */
      withoutSeat: z.optional(z.boolean('Please choose yes or no')),
      /** True if the whole months between the end of the account and today are charged. */
      chargeGap: z.optional(z.boolean('Please choose yes or no')),
    }),
    reply: User,
    errors: { ...userErrors, ...seatUseErrors, managersRenew: ruleErrors.managersRenew },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/user/:id',
    access: 'admin',
    changes: ['chat', 'conversations', 'devices', 'favorites', 'fees', 'marks', 'notices', 'reading', 'sessions', 'users', 'visits'],
    summary: 'Deletes an account: closes and anonymizes it, and frees its email, phone number and seat',
    params: byId,
    errors: userErrors,
  }),
}
