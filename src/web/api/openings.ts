import type { Role } from '#contract/actor.ts'

/** The files of each page, as indexes of `files`: written by scripts/openings.ts into the script of the head. */
export type Openings = {
  files: readonly string[]
  /** The page before the sign-in. */
  signIn: readonly number[]
  /** The layout around every page after it. */
  frame: readonly number[]
  /** The large part of it, which must not delay the start of the app. */
  later: readonly number[]
  /** The additional files of each page, by its path, or by the path with its query. */
  pages: Readonly<Record<string, readonly number[]>>
}

/** The call that returns the person of the stored session. */
export const sessionCall = '/api/auth/me'

/** The first call of a page, by its path and what follows it in the address. */
export const firstCalls: Readonly<Record<string, string>> = {
  '/documents': '/api/category/tree',
  '/categories': '/api/category/tree',
  '/dashboard': '/api/user/dashboard',
  '/users': '/api/user?limit=100',
  '/users?view=seats': '/api/user/seats/first',
  '/notices-tab': '/api/notice/user',
  '/chat': '/api/chat/conversations?limit=50',
}

/** Who may not open a page that has a first call. Refusals are listed, because the head of the page has no room for `admits`. */
export const closedTo: Readonly<Record<string, readonly Role[]>> = { '/categories': ['student', 'manager'], '/users': ['student'] }
