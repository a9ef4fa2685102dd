import {
  type AccessTable,
  malformedId,
  missing,
  nothing,
  type Prepare,
  sending,
  staff,
  superadmins,
  type World,
} from '#server/testing/access/table.ts'
import type { feesApi } from '../fees.contract.ts'

const cash = { amount: 100, method: 'cash' }
const why = { reason: 'Wrong student' }

const newStudent = async ({ app }: World): Promise<string> => (await app.as('student', { dateJoined: '2026-01-05' }))._id

const charge = async ({ admin }: World, studentId: string, kind = 'monthly') =>
  (await admin.post('/user/fees', { studentId, kind, month: 1, year: 2026, amount: 1000 })).body._id as string

const newFee = async (world: World): Promise<string> => charge(world, await newStudent(world))
const fee: Prepare = async (world) => ({ id: await newFee(world) })
const paidFee: Prepare = async (world) => {
  const id = await newFee(world)
  await world.admin.put(`/user/fees/${id}`, { paid: true })
  return { id }
}
/** A fee whose payment was voided, so that it takes no credit automatically, of a student who has credit. */
const feeWithCredit: Prepare = async (world) => {
  const studentId = await newStudent(world)
  const id = await charge(world, studentId)
  const ahead = { studentId, amount: 1500, method: 'cash' }
  const first = await world.admin.post('/user/fees/payments', ahead)
  await world.admin.post('/user/fees/payments', ahead)
  await world.admin.post(`/user/fees/payments/${first.body._id}/void`, why)
  return { id }
}

const payment: Prepare = async (world) => {
  const studentId = await newStudent(world)
  const { body } = await world.admin.post('/user/fees/payments', { studentId, amount: 500, method: 'cash' })
  return { id: body._id, body: { reason: 'Wrong student' } }
}
const refundOf = async (world: World) => {
  const studentId = await newStudent(world)
  await world.admin.post('/user/fees/payments', { studentId, amount: 500, method: 'cash' })
  return { studentId, amount: 200, method: 'cash', reason: 'Left early' }
}
const refund: Prepare = async (world) => {
  const { body } = await world.admin.post('/user/fees/refunds', await refundOf(world))
  return { id: body._id, body: { reason: 'Not collected' } }
}

const student: Prepare = async (world) => ({ id: await newStudent(world) })
const deletedStudent: Prepare = async (world) => {
  const id = await newStudent(world)
  await world.admin.del(`/user/${id}`)
  return { id }
}
const oneself: Prepare = ({ admin }, me) => ({ id: (me ?? admin)._id })
/** The fee of a deleted student: fees and payments are not deleted. */
const feeOfDeleted: Prepare = async (world) => {
  const studentId = await newStudent(world)
  const id = await charge(world, studentId)
  await world.admin.del(`/user/${studentId}`)
  return { id }
}
const paymentOfDeleted: Prepare = async (world) => {
  const studentId = await newStudent(world)
  const { body } = await world.admin.post('/user/fees/payments', { studentId, amount: 500, method: 'cash' })
  await world.admin.del(`/user/${studentId}`)
  return { id: body._id, body: { reason: 'Wrong student' } }
}
const refundOfDeleted: Prepare = async (world) => {
  const sent = await refundOf(world)
  const { body } = await world.admin.post('/user/fees/refunds', sent)
  await world.admin.del(`/user/${sent.studentId}`)
  return { id: body._id, body: { reason: 'Not collected' } }
}

const ownOrStaff = [401, 200, 200, 200, 200] as const
const othersOrStaff = [401, 404, 200, 200, 200] as const
const nobodys = [401, 404, 404, 404, 404] as const

export const feesAccess: AccessTable<typeof feesApi> = {
  list: { all: [nothing, staff(200)] },
  missing: { all: [nothing, staff(200)] },
  summary: { all: [nothing, staff(200)] },
  exportFees: { all: [() => ({ query: 'format=csv' }), staff(200)], 'as nothing': [nothing, staff(400)] },
  accounts: { all: [nothing, staff(200)] },
  account: {
    own: [oneself, ownOrStaff],
    "a student's": [student, othersOrStaff],
    missing: [missing, nobodys],
    malformedId: [malformedId, nobodys],
    deleted: [deletedStudent, othersOrStaff],
  },
  ofStudent: {
    own: [oneself, ownOrStaff],
    "a student's": [student, othersOrStaff],
    missing: [missing, nobodys],
    malformedId: [malformedId, nobodys],
    deleted: [deletedStudent, othersOrStaff],
  },
  create: {
    any: [async (world) => ({ body: { studentId: await newStudent(world), kind: 'late', month: 1, year: 2026, amount: 50 } }), staff(201)],
    'of someone who is deleted': [
      async (world) => ({
        body: { studentId: (await deletedStudent(world, undefined)).id, kind: 'late', month: 1, year: 2026, amount: 50 },
      }),
      staff(400),
    ],
  },
  update: {
    'its amount': [sending(fee, { amount: 900, notes: 'Sibling' }), staff(200)],
    'as paid': [sending(fee, { paid: true }), staff(200)],
    'as paid that is': [sending(paidFee, { paid: true }), staff(409)],
    'as unpaid': [sending(paidFee, { paid: false }), staff(200)],
    missing: [sending(missing, {}), staff(404)],
    malformedId: [sending(malformedId, {}), staff(404)],
    deleted: [sending(feeOfDeleted, { notes: 'Left' }), staff(200)],
  },
  generate: {
    any: [sending(student, { feeAmount: 1000 }), staff(200)],
    missing: [sending(missing, { feeAmount: 1000 }), staff(404)],
    malformedId: [sending(malformedId, { feeAmount: 1000 }), staff(404)],
    deleted: [sending(deletedStudent, { feeAmount: 1000 }), staff(404)],
  },
  generateAll: { all: [sending(nothing, {}), staff(200)] },
  payments: {
    any: [fee, staff(200)],
    missing: [missing, staff(404)],
    malformedId: [malformedId, staff(404)],
    deleted: [feeOfDeleted, staff(200)],
  },
  payFee: {
    any: [sending(fee, cash), staff(201)],
    paid: [sending(paidFee, cash), staff(409)],
    missing: [sending(missing, cash), staff(404)],
    malformedId: [sending(malformedId, cash), staff(404)],
    deleted: [sending(feeOfDeleted, cash), staff(201)],
  },
  applyCredit: {
    any: [feeWithCredit, staff(200)],
    'without credit': [fee, staff(409)],
    missing: [missing, staff(404)],
    malformedId: [malformedId, staff(404)],
    deleted: [feeOfDeleted, staff(409)],
  },
  pay: {
    any: [async (world) => ({ body: { ...cash, studentId: await newStudent(world) } }), staff(201)],
    'of nobody': [() => ({ body: { ...cash, studentId: 'nobody' } }), staff(400)],
  },
  voidPayment: {
    any: [payment, staff(200)],
    missing: [sending(missing, why), staff(404)],
    malformedId: [sending(malformedId, why), staff(404)],
    deleted: [paymentOfDeleted, staff(200)],
  },
  correctPayment: {
    any: [sending(payment, cash), staff(201)],
    missing: [sending(missing, cash), staff(404)],
    malformedId: [sending(malformedId, cash), staff(404)],
    deleted: [sending(paymentOfDeleted, cash), staff(201)],
  },
  refund: {
    credit: [async (world) => ({ body: await refundOf(world) }), staff(201)],
    'too much': [async (world) => ({ body: { ...(await refundOf(world)), amount: 501 } }), staff(409)],
  },
  voidRefund: {
    any: [refund, staff(200)],
    missing: [sending(missing, why), staff(404)],
    malformedId: [sending(malformedId, why), staff(404)],
    deleted: [refundOfDeleted, staff(200)],
  },
  receiptBook: { all: [nothing, superadmins(200)] },
  confirmReceiptBook: { all: [sending(nothing, { last: '' }), superadmins(200)] },
}
