import type { Role } from '#contract/actor.ts'

export const startPages = ['/dashboard', '/users'] as const

/** Returns the page that a person opens after signing in. */
export const startPage = (role: Role): (typeof startPages)[number] => (role === 'manager' ? '/users' : '/dashboard')

/** The address of the installed app: it opens the last page. */
export const openPath = '/open'
