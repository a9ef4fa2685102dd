import * as z from 'zod/mini'
import { roles } from '#contract/actor.ts'
import { endpoint } from '#contract/endpoint.ts'
import type { Errors } from '#contract/errors.ts'
import { byId, Email, Instant, Password, SystemName, text } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { list, paging } from '#contract/paging.ts'
import { foldPhone, phoneSigns, plainPhone } from '#contract/phone.ts'
import { userErrors } from '#people/users/users.errors.contract.ts'
import { ruleErrors } from '#system/customization/customization.rules.contract.ts'
import { Me, Session, SignedIn } from './accounts.replies.contract.ts'

/** A password as entered at sign-in; its rules were checked when it was set. */
const GivenPassword = z
  .string('Password is required')
  .check(z.minLength(1, 'Password is required'), z.maxLength(1_000, 'This password is too long'))

/** A single-use key, from the part of a link after `#`. */
const OneTimeKey = z.string('The link is incomplete').check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'The link is incomplete'))

const isNumber = (name: string): boolean => phoneSigns.test(plainPhone(name))

/** The name of an account at sign-in: an email address, or a mobile number in any spelling. */
const SignInName = text({ max: limits.email, required: 'Email is required' }).check(
  z.refine((name) => name === '' || !isNumber(name) || foldPhone(name) !== undefined, 'Please enter a mobile number of ten digits'),
  z.refine((name) => name === '' || isNumber(name) || Email.safeParse(name).success, 'Please enter a valid email address'),
)

export const accountErrors = {
  wrongSignIn: { code: 'accounts.wrong_sign_in', status: 401, message: 'Incorrect email or password' },
  wrongCurrent: { code: 'accounts.wrong_current', status: 400, message: 'The current password is incorrect' },
  tooManySignIns: { code: 'accounts.too_many_sign_ins', status: 429, message: 'Too many attempts. Please wait 15 minutes and try again.' },
  keyInvalid: { code: 'accounts.key_invalid', status: 403, message: 'This link is no longer valid. Please ask for a new one.' },
  alreadySetUp: { code: 'accounts.already_set_up', status: 409, message: 'This hall is already set up. Please sign in.' },
} satisfies Errors

export const accountsApi = {
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    access: 'anyone',
    changes: ['sessions'],
    summary: 'Signs in; `email` takes an email or a mobile number',
    body: z.object({ email: SignInName, password: GivenPassword }),
    reply: SignedIn,
    errors: accountErrors,
  }),
  demoSignIn: endpoint({
    method: 'POST',
    path: '/auth/demo',
    access: 'anyone',
    changes: ['sessions'],
    summary: 'Signs in to the account of a role, without a password; 404 outside of a demo',
    body: z.object({ role: z.enum(roles, 'Please choose a role') }),
    reply: SignedIn,
  }),
  logout: endpoint({ method: 'POST', path: '/auth/logout', access: 'member', changes: ['sessions'], summary: 'Ends the current session' }),
  me: endpoint({ method: 'GET', path: '/auth/me', access: 'member', shows: ['users'], summary: 'The signed-in user', reply: Me }),
  changePassword: endpoint({
    method: 'POST',
    path: '/auth/password',
    access: 'member',
    changes: ['sessions', 'users'],
    summary: 'Changes your password and ends all your other sessions',
    body: z.object({ current: GivenPassword, next: Password }),
    errors: { ...accountErrors, demoAccount: userErrors.demoAccount },
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/auth/sessions',
    access: 'member',
    shows: ['sessions'],
    summary: 'Your sessions, newest first',
    query: z.object(paging),
    reply: list(Session),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/auth/sessions/:id',
    access: 'member',
    changes: ['sessions'],
    summary: 'Ends one of your sessions',
    params: byId,
    errors: { demoAccount: userErrors.demoAccount },
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/auth/sessions',
    access: 'member',
    changes: ['sessions'],
    summary: 'Ends all your sessions except this one',
    errors: { demoAccount: userErrors.demoAccount },
  }),
  setup: endpoint({
    method: 'POST',
    path: '/setup',
    access: 'anyone',
    changes: ['customization', 'sessions', 'users'],
    summary: 'Names the hall and creates the first superadmin, using the key from the link that the first start prints',
    body: z.object({
      key: OneTimeKey,
      /** If omitted, the hall keeps its default name. */
      systemName: z.optional(SystemName),
      name: text({ max: limits.personName, required: 'Name is required' }),
      email: Email,
      password: Password,
    }),
    reply: SignedIn,
    status: 201,
    errors: accountErrors,
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/auth/reset',
    access: 'anyone',
    changes: ['sessions', 'users'],
    summary: 'Sets a new password using the key from a reset link; ends all sessions of the account',
    body: z.object({ key: OneTimeKey, password: Password }),
    errors: { ...accountErrors, demoAccount: userErrors.demoAccount },
  }),
  makeResetLink: endpoint({
    method: 'POST',
    path: '/user/:id/reset-link',
    access: 'staff',
    changes: [],
    summary:
      'Makes a link with which a person sets a new password; it works once, for an hour, and the person is informed at the next sign-in. Admins, and managers where the Hall rules let them, only for students. The link is a path where the public address is not set.',
    params: byId,
    reply: z.object({ link: z.string(), expiresAt: Instant }),
    status: 201,
    errors: { managersReset: ruleErrors.managersReset, demoAccount: userErrors.demoAccount },
  }),
}
