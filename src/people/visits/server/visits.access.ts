import type { Role } from '#contract/actor.ts'
import { type AccessTable, malformedId, missing, nothing, type Prepare, sending, staff } from '#server/testing/access/table.ts'
import { unique } from '#server/testing/access/things.ts'
import { givenAccount } from '#server/testing/people.ts'
import type { visitsApi } from '../visits.contract.ts'

const someone =
  (role: Role): Prepare =>
  async ({ app }) => ({ id: (await app.as(role))._id })
const deletedStudent: Prepare = async ({ app }) => ({
  id: (await givenAccount(app, { email: `${unique('gone')}@example.org`, deletedAt: '2026-01-01T00:00:00.000Z' }))._id,
})
const comesIn = { kind: 'in' }

export const visitsAccess: AccessTable<typeof visitsApi> = {
  inside: { all: [nothing, staff(200)] },
  ofStudent: {
    "a student's": [someone('student'), staff(200)],
    "a manager's": [someone('manager'), staff(409), 'why'],
    missing: [missing, staff(404)],
    malformedId: [malformedId, staff(404)],
    deleted: [deletedStudent, staff(404)],
  },
  record: {
    'a student': [sending(someone('student'), comesIn), staff(200)],
    'a manager': [sending(someone('manager'), comesIn), staff(409), 'why'],
    missing: [sending(missing, comesIn), staff(404)],
    malformedId: [sending(malformedId, comesIn), staff(404)],
    deleted: [sending(deletedStudent, comesIn), staff(404)],
  },
}
