import { type AccessTable, malformedId, missing, nothing, type Prepare, staff, type World } from '#server/testing/access/table.ts'
import type { receiptsApi } from '../receipts.contract.ts'

const newStudent = async ({ app }: World): Promise<string> => (await app.as('student', { dateJoined: '2026-01-05' }))._id

const pay = async ({ admin }: World, studentId: string): Promise<string> =>
  (await admin.post('/user/fees/payments', { studentId, amount: 500, method: 'cash' })).body._id

const giveBack = async (world: World, studentId: string): Promise<string> => {
  await pay(world, studentId)
  const refund = { studentId, amount: 200, method: 'cash', reason: 'Left early' }
  return (await world.admin.post('/user/fees/refunds', refund)).body._id
}

type Enter = (world: World, studentId: string) => Promise<string>

/** Prepares an entry of the caller, if possible, of another student, and of a deleted student. */
const prepared = (enter: Enter): { own: Prepare; others: Prepare; deleted: Prepare } => ({
  own: async (world, me) => {
    // Only students pay, so staff read the paper of a student.
    const isStudent = me !== undefined && me.me.role === 'student'
    return { id: await enter(world, isStudent ? me._id : await newStudent(world)) }
  },
  others: async (world) => ({ id: await enter(world, await newStudent(world)) }),
  deleted: async (world) => {
    const studentId = await newStudent(world)
    const id = await enter(world, studentId)
    await world.admin.del(`/user/${studentId}`)
    return { id }
  },
})

const ownOrStaff = [401, 200, 200, 200, 200] as const
const othersOrStaff = [401, 404, 200, 200, 200] as const
const nobodys = [401, 404, 404, 404, 404] as const

const ofStudent = (enter: Enter) => {
  const { own, others, deleted } = prepared(enter)
  return {
    own: [own, ownOrStaff],
    "another student's": [others, othersOrStaff],
    missing: [missing, nobodys],
    malformedId: [malformedId, nobodys],
    deleted: [deleted, othersOrStaff],
  } as const
}
const themselves: Enter = async (_, studentId) => studentId

export const receiptsAccess: AccessTable<typeof receiptsApi> = {
  list: { all: [nothing, staff(200)], searched: [() => ({ query: 'search=asha' }), staff(200)] },
  receipt: ofStudent(pay),
  receiptPdf: ofStudent(pay),
  voucher: ofStudent(giveBack),
  voucherPdf: ofStudent(giveBack),
  statement: ofStudent(themselves),
  statementPdf: ofStudent(themselves),
  duesSlips: { all: [nothing, staff(200)] },
}
