import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import type { Errors } from '#contract/errors.ts'
import { byId, Email, Id, Instant, Password, text } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { list, paging } from '#contract/paging.ts'
import { User } from '#features/users/users.contract.ts'

/** A password that somebody claims to know; its rules were judged when it was set. */
const GivenPassword = z
  .string('Password is required')
  .check(z.minLength(1, 'Password is required'), z.maxLength(1_000, 'This password is too long'))

/** A key that was printed once, from the part of a link behind `#`. */
const OneTimeKey = z.string('The link is not complete').check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'The link is not complete'))

/** The token goes into the `Authorization` header, raw or after `Bearer `. */
export const SignedIn = z.object({ token: z.string(), user: User })
export type SignedIn = z.infer<typeof SignedIn>

export const Session = z.object({
  _id: Id,
  /** Browser and system, as far as its User-Agent tells. */
  device: z.string(),
  createdAt: Instant,
  lastUsedAt: Instant,
  isCurrent: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const accountErrors = {
  wrongSignIn: { code: 'accounts.wrong_sign_in', status: 401, message: 'Email or password is wrong' },
  wrongCurrent: { code: 'accounts.wrong_current', status: 400, message: 'The current password is wrong' },
  tooManySignIns: { code: 'accounts.too_many_sign_ins', status: 429, message: 'Too many attempts. Please wait 15 minutes and try again.' },
  keyInvalid: { code: 'accounts.key_invalid', status: 403, message: 'This link is no longer valid. Please ask for a new one.' },
  alreadySetUp: { code: 'accounts.already_set_up', status: 409, message: 'This library is already set up. Please sign in.' },
} satisfies Errors

export const accountsApi = {
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    access: 'anyone',
    summary: 'Signs in',
    body: z.object({ email: Email, password: GivenPassword }),
    reply: SignedIn,
    errors: accountErrors,
  }),
  logout: endpoint({ method: 'POST', path: '/auth/logout', access: 'member', summary: 'Ends this session' }),
  me: endpoint({ method: 'GET', path: '/auth/me', access: 'member', summary: 'Who is signed in', reply: User }),
  changePassword: endpoint({
    method: 'POST',
    path: '/auth/password',
    access: 'member',
    summary: 'Changes the own password and ends all other sessions',
    body: z.object({ current: GivenPassword, next: Password }),
    errors: accountErrors,
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/auth/sessions',
    access: 'member',
    summary: 'The own sessions, newest first',
    query: z.object(paging),
    reply: list(Session),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/auth/sessions/:id',
    access: 'member',
    summary: 'Ends one of the own sessions',
    params: byId,
  }),
  endOtherSessions: endpoint({ method: 'DELETE', path: '/auth/sessions', access: 'member', summary: 'Ends all own sessions but this one' }),
  setup: endpoint({
    method: 'POST',
    path: '/setup',
    access: 'anyone',
    summary: 'Creates the first superadmin, with the key of the link that the first start prints',
    body: z.object({
      key: OneTimeKey,
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
    summary: 'Sets a new password, with the key of the link that an administrator made; ends all sessions of the account',
    body: z.object({ key: OneTimeKey, password: Password }),
    errors: accountErrors,
  }),
}
