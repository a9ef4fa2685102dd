import { type AccessTable, malformedId, missing, nothing, type Prepare, sending, staff } from '#server/testing/access/table.ts'
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

const reminded: Prepare = async (world, me) => {
  const { id } = await debtor(world, me)
  const { body } = await world.admin.post(`/user/fees/dues/${id}/reminders`, told)
  return { id: body._id }
}
const remindedAndDeleted: Prepare = async (world, me) => {
  const { id } = await debtor(world, me)
  const { body } = await world.admin.post(`/user/fees/dues/${id}/reminders`, told)
  await world.admin.del(`/user/${id}`)
  return { id: body._id }
}
const takenBack: Prepare = async (world, me) => {
  const sent = await reminded(world, me)
  await world.admin.del(`/user/fees/reminders/${sent.id}`)
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
    malformedId: [sending(malformedId, told), staff(404)],
    deleted: [sending(deletedDebtor, told), staff(409), 'why'],
  },
  takeBack: {
    any: [reminded, staff(204)],
    'of a deleted student': [remindedAndDeleted, staff(204)],
    missing: [missing, staff(404)],
    malformedId: [malformedId, staff(404)],
    deleted: [takenBack, staff(404)],
  },
}
