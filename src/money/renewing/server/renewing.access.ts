import { type AccessTable, malformedId, missing, type Prepare, sending, staff, type World } from '#server/testing/access/table.ts'
import type { renewingApi } from '../renewing.contract.ts'

const query = 'until=2099-01-31'
const body = { terminationDate: '2099-01-31' }

const newStudent = async ({ app }: World): Promise<string> => (await app.as('student', { dateJoined: '2026-01-05' }))._id

const student: Prepare = async (world) => ({ id: await newStudent(world) })
const deletedStudent: Prepare = async (world) => {
  const id = await newStudent(world)
  await world.admin.del(`/user/${id}`)
  return { id }
}
const paying: Prepare = async (world) => ({
  id: await newStudent(world),
  body: { ...body, payment: { method: 'cash', amount: 900, clientId: crypto.randomUUID() } },
})
const colleague: Prepare = async ({ app }) => ({ id: (await app.as('manager'))._id })
const asking =
  (prepare: Prepare): Prepare =>
  async (world, me) => ({ ...(await prepare(world, me)), query })

/** Managers and admins may renew only students. */
const superadminsOf = (status: number) => [401, 403, 403, 403, status] as const

export const renewingAccess: AccessTable<typeof renewingApi> = {
  cost: {
    any: [asking(student), staff(200)],
    "a colleague's": [asking(colleague), superadminsOf(200)],
    missing: [asking(missing), staff(404)],
    malformedId: [asking(malformedId), staff(404)],
    deleted: [asking(deletedStudent), staff(404)],
  },
  renew: {
    any: [sending(student, body), staff(200)],
    'with a payment': [paying, staff(200)],
    "a colleague's": [sending(colleague, body), superadminsOf(200)],
    missing: [sending(missing, body), staff(404)],
    malformedId: [sending(malformedId, body), staff(404)],
    deleted: [sending(deletedStudent, body), staff(404)],
  },
}
