import type { Role } from '#contract/actor.ts'

/** What the script of the head fetches for every page: written into it by scripts/firstPaint.ts. Names of files are without `assets/`. */
export type Openings = {
  /** The page before the sign-in. */
  signIn: readonly string[]
  /** The layout around every page after it. */
  frame: readonly string[]
  /** The large part of it, which must not delay the start of the app. */
  later: readonly string[]
  /** What superadmins have above it. */
  owner: readonly string[]
  /** The file with those of each page, for links: the opened page names its own, see `pageFilesId`. */
  pages: string
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

/** The calls of the banners above every page, which the page waits for: BannerRoom.tsx. The second one is of superadmins. */
export const bannerCalls = ['/api/notice/user', '/api/system/warning'] as const

/** Who may not open a page that has a first call. Refusals are listed, because the head of the page has no room for `admits`. */
export const closedTo: Readonly<Record<string, readonly Role[]>> = { '/categories': ['student', 'manager'], '/users': ['student'] }
