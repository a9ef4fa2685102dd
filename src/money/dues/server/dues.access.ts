import { type AccessTable, missing, nothing, type Prepare, sending, staff, unthinkable } from '#server/testing/access/table.ts'
import type { duesApi } from '../dues.contract.ts'

const csv = () => ({ query: 'format=csv' })
const told = { channel: 'other' }

const student: Prepare = async ({ app }) => ({ id: (await app.as('student'))._id })
const debtor: Prepare = async (world) => {
  const { _id } = await world.app.as('student')
  await world.admin.post('/user/fees', { studentId: _id, kind: 'monthly', month: 1, year: 2026, amount: 1000 })
  return { id: _id }
}
const deletedDebtor: Prepare = async (world, me) => {
  const sent = await debtor(world, me)
  await world.admin.del(`/user/${sent.id}`)
  return sent
}

export const duesAccess: AccessTable<typeof duesApi> = {
  list: { all: [nothing, staff(200)] },
  ageing: { all: [nothing, staff(200)] },
  exportDues: { all: [csv, staff(200)], 'as nothing': [nothing, staff(400)] },
  remind: {
    any: [sending(debtor, told), staff(201)],
    'without dues': [sending(student, told), staff(409), 'why'],
    'without a phone number': [sending(debtor, { channel: 'sms' }), staff(409), 'why'],
    missing: [sending(missing, told), staff(404)],
    unthinkable: [sending(unthinkable, told), staff(404)],
    deleted: [sending(deletedDebtor, told), staff(409), 'why'],
  },
}
