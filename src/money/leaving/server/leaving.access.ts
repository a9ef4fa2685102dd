import { type AccessTable, malformedId, missing, type Prepare, sending, staff, type World } from '#server/testing/access/table.ts'
import type { leavingApi } from '../leaving.contract.ts'

const newStudent = async ({ app }: World): Promise<string> => (await app.as('student', { dateJoined: '2020-01-05' }))._id

const student: Prepare = async (world) => ({ id: await newStudent(world) })
const deletedStudent: Prepare = async (world) => {
  const id = await newStudent(world)
  await world.admin.del(`/user/${id}`)
  return { id }
}
const colleague: Prepare = async ({ app }) => ({ id: (await app.as('manager'))._id })

const leaving = () => ({ lastDay: '2020-01-31', share: 'none', net: 0, settle: true, method: 'cash', clientId: crypto.randomUUID() })
const sendingNew =
  (prepare: Prepare): Prepare =>
  (world, me) =>
    sending(prepare, leaving())(world, me)

export const leavingAccess: AccessTable<typeof leavingApi> = {
  settlement: {
    any: [student, staff(200)],
    'of someone who is no student': [colleague, staff(400)],
    missing: [missing, staff(404)],
    malformedId: [malformedId, staff(404)],
    deleted: [deletedStudent, staff(404)],
  },
  leave: {
    any: [sendingNew(student), staff(201)],
    'of someone who is no student': [sendingNew(colleague), staff(400)],
    missing: [sendingNew(missing), staff(404)],
    malformedId: [sendingNew(malformedId), staff(404)],
    deleted: [sendingNew(deletedStudent), staff(404)],
  },
}
