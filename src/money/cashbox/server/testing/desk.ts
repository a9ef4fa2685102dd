import type { Given } from '#server/testing/given.ts'

/** Sets up an evening at a counter with one clerk and one student, and returns the calls they can make. */
export const deskOf = async (app: Given, now = '2026-03-30T12:00:00.000Z') => {
  app.setNow(now)
  const clerk = await app.as('manager', { name: 'Meera' })
  const asha = await app.as('student', { name: 'Asha Rao' })
  const pay = async (amount: number, more: object = {}) =>
    (await clerk.post('/user/fees/payments', { studentId: asha._id, amount, method: 'cash', ...more })).body
  const refund = async (amount: number, more: object = {}) =>
    (await clerk.post('/user/fees/refunds', { studentId: asha._id, amount, method: 'cash', reason: 'Too much', ...more })).body
  const voidOf = (what: 'payments' | 'refunds' | 'box', { _id }: { _id: string }) =>
    clerk.post(`/user/fees/${what}/${_id}/void`, { reason: 'Mistake' })
  const enter = (kind: 'out' | 'in', amount: number, more: object = {}) =>
    clerk.post('/user/fees/box', { kind, amount, purpose: 'Water', ...more })
  const cash = async () => (await clerk.get('/user/fees/closings/cash')).body
  const close = (body: object) => clerk.post('/user/fees/closings', body)
  /** Closes the box with the expected amount, so that the next figures begin there. */
  const closeRightly = async (more: object = {}) => (await close({ counted: (await cash()).expected, ...more })).body
  const closings = async () => (await clerk.get('/user/fees/closings')).body.items
  return { app, clerk, asha, pay, refund, voidOf, enter, cash, close, closeRightly, closings }
}
