import type { Role } from './actor.ts'

/** A demo on someone's own computer, or one that is open to everybody on the internet. */
export const demoKinds = ['local', 'public'] as const
export type DemoKind = (typeof demoKinds)[number]

/** The accounts of the demo, one of each role. Nobody can have these addresses: `example.org` is reserved for examples. */
export const demoEmails: Readonly<Record<Role, string>> = {
  student: 'student@example.org',
  manager: 'manager@example.org',
  admin: 'admin@example.org',
  superadmin: 'superadmin@example.org',
}
