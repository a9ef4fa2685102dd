import type { Role } from '#contract/actor.ts'

/** Where a person lands after signing in. */
export const startPage = (role: Role): '/users' | '/dashboard' => (role === 'manager' ? '/users' : '/dashboard')
