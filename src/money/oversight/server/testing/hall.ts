import { expect } from 'vitest'
import type { Given, SignedInPerson } from '#server/testing/given.ts'
import type { CheckEntry, CheckFigure, CheckKind, CheckSummary } from '../../oversight.contract.ts'

export const password = 'correct horse battery'

/** A hall on 21 November 2026 with its owner and a dishonest clerk. */
export const hallOf = async (app: Given) => {
  app.setNow('2026-11-21T06:00:00.000Z')
  const owner = await app.as('superadmin', { name: 'Meera' })
  const thief = await app.as('manager', { name: 'मोहन' })
  const pupil = async (name: string, more: object = {}, who: SignedInPerson = owner) => {
    const sent = { name, email: `${crypto.randomUUID()}@example.org`, password, role: 'student', dateJoinedLibrary: '2026-11-02', ...more }
    const { status, body } = await who.post('/user', sent)
    expect([status, body.message]).toEqual([201, undefined])
    return body._id as string
  }
  const pay = async (who: SignedInPerson, studentId: string, amount: number, more: object = { method: 'cash' }) => {
    const { status, body } = await who.post('/user/fees/payments', { studentId, amount, ...more })
    expect([status, body.message]).toEqual([201, undefined])
    return body as { _id: string; receiptNumber: string }
  }
  const listed = async (kind: CheckKind, more = '') =>
    (await owner.get(`/user/fees/check/entries?kind=${kind}${more}`)).body.items as CheckEntry[]
  const summary = async (month = ''): Promise<CheckSummary> => (await owner.get(`/user/fees/check${month && `?month=${month}`}`)).body
  const figure = async (kind: CheckKind) => (await summary()).kinds.find((one: CheckFigure) => one.kind === kind)
  /** Closes the cash box with the expected amount minus `missing` rupees. */
  const close = async (who: SignedInPerson, missing = 0, more: object = {}) => {
    const { expected } = (await who.get('/user/fees/closings/cash')).body
    const { status, body } = await who.post('/user/fees/closings', { counted: expected - missing, ...more })
    expect([status, body.message]).toEqual([201, undefined])
    return body as { _id: string }
  }
  return { app, owner, thief, pupil, pay, close, listed, summary, figure }
}
