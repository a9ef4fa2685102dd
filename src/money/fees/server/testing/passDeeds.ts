import { expect } from 'vitest'
import type { Given, Person } from '#server/testing/given.ts'
import type { Ledger } from './ledger.ts'

/* Actions on day passes. */

type Hall = { app: Given; clerk: Person; ledger: Ledger }
type Deed = (hall: Hall, pick: number, amount: number) => Promise<void>
type Pass = { paymentId: string; receiptNumber: string }

/** Returns all passes, the last sold first. */
const passesOf = async (clerk: Person): Promise<Pass[]> => (await clerk.get('/user/fees/passes?limit=1000')).body.items

export const passNumbers = async (clerk: Person): Promise<string[]> => (await passesOf(clerk)).map(({ receiptNumber }) => receiptNumber)

/** The lowest price, so that every amount can be paid. */
export const passPrice = 0.01

export const passDeeds: Record<string, Deed> = {
  'sell a day pass': async ({ clerk, ledger }, pick, amount) => {
    const { shifts } = (await clerk.get('/user/fees/passes/offer')).body
    const { slot, freeSeats } = shifts[pick % shifts.length]
    const seatNumber = freeSeats[pick % Math.max(1, freeSeats.length)]
    if (seatNumber === undefined) return
    const isCash = pick % 3 !== 0
    const visitor = { name: `Visitor ${pick % 4}`, phone: `98200000${10 + (pick % 3)}` }
    const paid = isCash ? { method: 'cash' } : { method: 'upi', referenceSkipped: true }
    const { status, body } = await clerk.post('/user/fees/passes', { ...visitor, ...paid, slot, seatNumber, amount: amount / 100 })
    expect(status).toBe(201)
    ledger.passes.sell({ id: body.paymentId, amount, isCash })
  },
  'void a day pass': async ({ clerk, ledger }, pick) => {
    const passes = await passesOf(clerk)
    const pass = passes[pick % Math.max(1, passes.length)]
    if (!pass) return
    const { status } = await clerk.post(`/user/fees/payments/${pass.paymentId}/void`, { reason: 'Did not stay' })
    expect(status).toBe(ledger.passes.void(pass.paymentId) ? 200 : 409)
  },
}
