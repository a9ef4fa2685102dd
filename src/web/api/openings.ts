/** Which files open which pages, as indexes of `files`: written by scripts/openings.ts into the script of the head. */
export type Openings = {
  files: readonly string[]
  /** The page before the sign-in. */
  signIn: readonly number[]
  /** What stands around every page behind it. */
  frame: readonly number[]
  /** The large part of it, which is not to hold up the start of the app. */
  later: readonly number[]
  /** What each of these adds, by its path, or by that and what follows it in the address. */
  pages: Readonly<Record<string, readonly number[]>>
}

/** The call that says whose the stored session is. */
export const sessionCall = '/api/auth/me'

/** What a page shows first, by its path and what follows it in the address. */
export const firstCalls: Readonly<Record<string, string>> = {
  '/documents': '/api/category/tree',
  '/categories': '/api/category/tree',
  '/dashboard': '/api/user/dashboard',
  '/users': '/api/user?limit=100',
  '/users?view=seats': '/api/user/seats',
  '/notices-tab': '/api/notice/user',
  '/chat': '/api/chat/conversations?limit=50',
}
