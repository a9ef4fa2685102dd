import { describe, expect, test } from 'vitest'
import { type Actor, type Role, roles } from '#contract/actor.ts'
import type { UserField } from './users.contract.ts'
import { userPolicy } from './users.policy.ts'

const admins = 'Only superadmins can create admin accounts'
const managers = 'Managers can only create student accounts'
const students = 'Admins can only create student accounts'
const yes = undefined

const actor = (role: Role): Actor => ({ _id: 'me', name: 'Me', role })

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
    const me = actor(role)
    expect(userPolicy.whyNotCreate(me, wanted)?.message).toBe(message)
    const create = () => userPolicy.mustCreate(me, wanted)
    if (message) expect(create).toThrow(message)
    else expect(create).not.toThrow()
  },
)

/** The answers for a student, a manager, an admin, a superadmin, and oneself. */
type Answers = readonly (string | undefined)[]
const each = (answer: string | undefined): Answers => [answer, answer, answer, answer, answer]

const targetsOf = (role: Role) => [...roles.map((of) => ({ _id: `a ${of}`, role: of })), { _id: 'me', role }]

const no = 'You are not allowed to do this.'
const editStudents = 'Admins can only edit student accounts'
const termination = 'Only superadmins can change more than the termination date'

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

  test.each([
    ['student', [false, false, false, false, false]],
    ['manager', [false, false, false, false, false]],
    ['admin', [true, false, false, false, false]],
    ['superadmin', [true, true, true, true, true]],
  ] as const)('is shown Edit: a %s', (role, answers) => {
    expect(targetsOf(role).map((target) => userPolicy.mayEdit(actor(role), target))).toEqual(answers)
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
    const targets = targetsOf(role)
    expect(targets.map((target) => userPolicy.whyNotRemove(actor(role), target)?.message)).toEqual(answers)
    expect(targets.map((target) => userPolicy.mayRemove(actor(role), target))).toEqual(answers.map((answer) => answer === yes))
  })
})

test.each([
  ['student', [false, false, false, false, true]],
  ['manager', [true, true, true, true, true]],
  ['admin', [true, true, true, true, true]],
  ['superadmin', [true, true, true, true, true]],
] as const)('a %s sees a student, a manager, an admin, a superadmin and themselves: %j', (role, answers) => {
  expect(targetsOf(role).map((target) => userPolicy.see(actor(role), target))).toEqual(answers)
})
