import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { renewingApi } from '#money/renewing/renewing.contract.ts'
import { shiftChangeApi } from '#money/shift-change/shift-change.contract.ts'
import { passesApi } from '../passes.contract.ts'
import { givenPassHall } from './testing/givenPassHall.ts'

/* A seat that is sold to a visitor or out of order is refused by every call that gives it away, as the contract of the call says. */

const codesOf = ({ errors = {} }: Endpoint): string[] => Object.values(errors).map(({ code }) => code)

const givenSeats = async () => {
  const hall = await givenPassHall({ seats: 4 })
  await hall.sell({ seatNumber: 1, slot: 'full-day' })
  await hall.clerk.post('/user/seats/outages', { seatNumber: 2, from: '2026-11-26', to: null, reason: 'Chair is broken' })
  const { _id: studentId } = await hall.student({ seatNumber: 4, slot: 'morning', terminationDate: '2026-12-20' })
  return { ...hall, studentId }
}

test.each([
  [1, 'users.seat_sold_for_day'],
  [2, 'seats.out_of_order'],
])('refuses seat %i with %s, which the contracts of selling, renewing and changing the shift declare', async (seatNumber, code) => {
  const { admin, sell, studentId } = await givenSeats()
  const sold = await sell({ seatNumber, slot: 'full-day' })
  const renewed = await admin.post(`/user/${studentId}/renewal`, { terminationDate: '2026-12-30', seatNumber })
  const change = { studentId, slot: 'afternoon', seatNumber, from: '2026-11-26', expected: 0, clientId: crypto.randomUUID() }
  const changed = await admin.post('/user/fees/shift-change', change)
  for (const { status, body } of [sold, renewed, changed])
    expect([status, body.code, Object.keys(body.fields)]).toEqual([409, code, ['seatNumber']])
  for (const endpoint of [passesApi.sell, renewingApi.renew, shiftChangeApi.change]) expect(codesOf(endpoint)).toContain(code)
})
