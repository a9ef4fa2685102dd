import { describe, expect, test } from 'vitest'
import { type Actor, type Role, roles } from '#contract/actor.ts'
import type { UserField } from './users.contract.ts'
import { userPolicy } from './users.policy.ts'

const admins = 'Only superadmins can create admin accounts'
const managers = 'Managers can only create student accounts'
const students = 'Admins can only create student accounts'
const yes = undefined

const actor = (role: Role): Actor => ({ _id: 'me', name: 'Me', role })

const no = 'You are not allowed to do this.'

/** Who creates, and the result for a student, a manager, an admin and a superadmin. */
const ladder: Record<Role, (string | undefined)[]> = {
  student: [no, no, no, no],
  manager: [yes, managers, admins, admins],
  admin: [yes, students, admins, admins],
  superadmin: [yes, yes, yes, yes],
}

test.each(roles.flatMap((me) => roles.map((role, at) => [me, role, ladder[me][at]] as const)))(
  'a %s who creates a %s gets: %s',
  (role, wanted, message) => {
    expect(userPolicy.whyNotCreate(actor(role), wanted)?.message).toBe(message)
  },
)

/** The results for a student, a manager, an admin, a superadmin, and oneself. */
type Answers = readonly (string | undefined)[]
const each = (answer: string | undefined): Answers => [answer, answer, answer, answer, answer]

const targetsOf = (role: Role) => [...roles.map((of) => ({ _id: `a ${of}`, role: of })), { _id: 'me', role }]

const editStudents = 'Admins can only edit student accounts'
const termination = 'Only superadmins can change anything other than the termination date'

describe('who may change', () => {
  const date: UserField[] = ['terminationDate']
  const table: [Role, UserField[], Answers][] = [
    ['student', [], each(no)],
    ['manager', [], each(no)],
    ['manager', date, each(no)],
    ['admin', [], each(yes)],
    ['admin', date, [yes, editStudents, editStudents, editStudents, editStudents]],
    ['admin', ['name'], [termination, editStudents, editStudents, editStudents, editStudents]],
    ['admin', ['terminationDate', 'seatNumber'], [termination, editStudents, editStudents, editStudents, editStudents]],
    ['superadmin', ['name', 'email', 'password', 'role', 'terminationDate', 'profilePicture'], each(yes)],
  ]
  test.each(table)('a %s: %j', (role, changed, answers) => {
    expect(targetsOf(role).map((target) => userPolicy.whyNotUpdate(actor(role), target, changed)?.message)).toEqual(answers)
  })
})

describe('who may delete', () => {
  const self = 'You cannot delete your own account'
  const removeStudents = 'Admins can only delete student accounts'
  test.each([
    ['student', [no, no, no, no, self]],
    ['manager', [no, no, no, no, self]],
    ['admin', [yes, removeStudents, removeStudents, removeStudents, self]],
    ['superadmin', [yes, yes, yes, yes, self]],
  ] as const)('a %s', (role, answers) => {
    expect(targetsOf(role).map((target) => userPolicy.whyNotRemove(actor(role), target)?.message)).toEqual(answers)
  })
})

const hidden = 'Not found.'

test.each([
  ['student', [hidden, hidden, hidden, hidden, yes]],
  ['manager', each(yes)],
  ['admin', each(yes)],
  ['superadmin', each(yes)],
] as const)('a %s who looks at a student, a manager, an admin, a superadmin and themselves is told: %j', (role, answers) => {
  expect(targetsOf(role).map((target) => userPolicy.whyNotSee(actor(role), target)?.message)).toEqual(answers)
})
