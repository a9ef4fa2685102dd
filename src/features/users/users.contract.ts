import * as z from 'zod/mini'
import { RoleName } from '#contract/actor.ts'
import { endpoint } from '#contract/endpoint.ts'
import type { Errors } from '#contract/errors.ts'
import { Day, Email, Id, Instant, Password, text } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { list, numberText, paging } from '#contract/paging.ts'

export const Slot = z.enum(['morning', 'afternoon', 'full-day'], 'Please choose a slot')
export type Slot = z.infer<typeof Slot>

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
  createdAt: Instant,
})
export type User = z.infer<typeof User>

const seatMessage = `Seat number must be from 1 to ${limits.seats}`
const SeatNumber = z.union(
  [z.int().check(z.minimum(1, seatMessage), z.maximum(limits.seats, seatMessage)), numberText(1, limits.seats, seatMessage)],
  seatMessage,
)

export const NewUser = z.object({
  name: text({ max: limits.personName, required: 'Name is required' }),
  email: Email,
  password: Password,
  role: z.enum(['student', 'manager', 'admin', 'superadmin'], 'Please choose a role'),
  terminationDate: z.nullish(Day),
  dob: z.nullish(Day),
  dateJoinedLibrary: z.nullish(Day),
  slot: z.nullish(Slot),
  seatNumber: z.nullish(SeatNumber),
  phone: z.nullish(text({ max: 30 }).check(z.regex(/^[0-9+() .-]*$/, 'Please enter a phone number'))),
})
export type NewUser = z.infer<typeof NewUser>

export const userErrors = {
  adminByOther: { code: 'users.admin_by_superadmin', status: 403, message: 'Only superadmins can create admin accounts' },
  managerCreatesStudents: { code: 'users.manager_creates_students', status: 403, message: 'Managers can only create student accounts' },
  adminCreatesStudents: { code: 'users.admin_creates_students', status: 403, message: 'Admins can only create student accounts' },
  emailTaken: { code: 'users.email_taken', status: 409, message: 'Somebody already has this email address' },
  seatTaken: { code: 'users.seat_taken', status: 409, message: 'This seat is taken' },
  seatWithoutSlot: { code: 'users.seat_without_slot', status: 400, message: 'Please choose a slot for the seat' },
  passwordIsEmail: { code: 'users.password_is_email', status: 400, message: 'Please choose a password that is not the email address' },
  passwordCommon: { code: 'users.password_common', status: 400, message: 'This password is too common. Please choose another' },
} satisfies Errors

export const usersApi = {
  list: endpoint({
    method: 'GET',
    path: '/user',
    access: 'staff',
    summary: 'People, newest first; `search` looks in names and emails',
    query: z.object({ ...paging, search: z.optional(text({ max: limits.search })), role: z.optional(RoleName) }),
    reply: list(User),
  }),
  create: endpoint({
    method: 'POST',
    path: '/user',
    access: 'staff',
    summary: 'Creates an account',
    form: {},
    body: NewUser,
    reply: User,
    status: 201,
    errors: userErrors,
  }),
}
