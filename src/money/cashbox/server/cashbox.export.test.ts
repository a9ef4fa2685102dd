import { expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'
import { deskOf } from './testing/desk.ts'

const tableOf = async (clerk: Awaited<ReturnType<typeof deskOf>>['clerk'], path: string) =>
  (await clerk.get(path)).text.trim().split('\r\n').slice(1)

test('exports the entries of a month, and counts a void as 0', async () => {
  const { app, clerk, enter, voidOf } = await deskOf(await given())
  const old = { kind: 'out', amount: 60, purpose: '=1+1', paidOn: '2026-02-28', reason: 'Found the bill' }
  await (await app.as('admin')).post('/user/fees/box', old)
  await enter('in', 300, { purpose: 'Old newspapers' })
  await voidOf('box', (await enter('out', 40)).body)
  const at = '2026-03-30 17:30:00'
  expect(await tableOf(clerk, '/user/fees/box/export?format=csv&month=2026-03')).toEqual([
    `2026-03-30,Paid out,Water,0.00,${at},Meera,40.00,${at},Meera,Mistake`,
    `2026-03-30,Other money in,Old newspapers,300.00,${at},Meera,,,,`,
  ])
  expect((await tableOf(clerk, '/user/fees/box/export?format=csv')).at(-1)).toMatch(/^2026-02-28,Paid out,'=1\+1,-60\.00/)
})

test('exports every figure of the closings with its code', async () => {
  const { clerk, pay, enter, close } = await deskOf(await given())
  await pay(1000)
  await enter('out', 60)
  const { code } = (await close({ counted: 900, handedOver: 400, receiver: 'Sunil', notes: 'Torn' })).body
  const at = '2026-03-30 17:30:00'
  expect(await tableOf(clerk, '/user/fees/closings/export?format=csv')).toEqual([
    `2026-03-30,1,${at},0.00,1000.00,0.00,0.00,60.00,0.00,940.00,900.00,-40.00,400.00,Sunil,Torn,Meera,${at},${code}`,
  ])
})
