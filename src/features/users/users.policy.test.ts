import { expect, test } from 'vitest'
import { type Role, roles } from '#contract/actor.ts'
import { userPolicy } from './users.policy.ts'

const admins = 'Only superadmins can create admin accounts'
const managers = 'Managers can only create student accounts'
const students = 'Admins can only create student accounts'
const yes = undefined

/** Who creates, and the answer for a student, a manager, an admin and a superadmin. */
const ladder: Record<Exclude<Role, 'student'>, (string | undefined)[]> = {
  manager: [yes, managers, admins, admins],
  admin: [yes, students, admins, admins],
  superadmin: [yes, yes, yes, yes],
}

// No row for students: the call itself admits staff alone.
const callers = ['manager', 'admin', 'superadmin'] as const

test.each(callers.flatMap((me) => roles.map((role, at) => [me, role, ladder[me][at]] as const)))(
  'a %s who creates a %s is told: %s',
  (role, wanted, message) => {
    const me = { _id: 'me', name: 'Me', role }
    expect(userPolicy.whyNotCreate(me, wanted)?.message).toBe(message)
    const create = () => userPolicy.mustCreate(me, wanted)
    if (message) expect(create).toThrow(message)
    else expect(create).not.toThrow()
  },
)
