import { type AccessTable, type Prepare, staff, superadmins, type World } from '#server/testing/access/table.ts'
import type { shiftChangeApi } from '../shift-change.contract.ts'

const inMorning = { dateJoined: '2020-01-05', slot: 'morning' } as const

const student = async ({ app }: World): Promise<string> => (await app.as('student', inMorning))._id
const colleague = async ({ app }: World): Promise<string> => (await app.as('manager'))._id
const nobody = async (): Promise<string> => '0192f7a0-0000-7000-8000-000000000000'
const deletedStudent = async (world: World): Promise<string> => {
  const id = await student(world)
  await world.admin.del(`/user/${id}`)
  return id
}

type Whom = (world: World) => Promise<string>
const asking =
  (whom: Whom): Prepare =>
  async (world) => ({ query: `studentId=${await whom(world)}&slot=full-day` })
const sending =
  (whom: Whom): Prepare =>
  async (world) => ({
    body: {
      studentId: await whom(world),
      slot: 'full-day',
      from: world.app.today(),
      expected: 0,
      clientId: crypto.randomUUID(),
    },
  })

export const shiftChangeAccess: AccessTable<typeof shiftChangeApi> = {
  price: {
    any: [asking(student), staff(200)],
    'of someone who is no student': [asking(colleague), staff(400)],
    missing: [asking(nobody), staff(404)],
    deleted: [asking(deletedStudent), staff(404)],
  },
  change: {
    any: [sending(student), superadmins(201)],
    'of someone who is no student': [sending(colleague), superadmins(400)],
    missing: [sending(nobody), superadmins(404)],
    deleted: [sending(deletedStudent), superadmins(404)],
  },
}
