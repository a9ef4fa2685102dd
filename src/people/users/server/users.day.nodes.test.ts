import { expect, test } from 'vitest'
import { addDays, dayIn } from '#contract/day.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { earlyZone } from '#server/testing/givenHallDay.ts'
import { areConnected, call, givenNodes } from '#server/testing/nodes.ts'
import { newAccount } from '#server/testing/people.ts'

test('the next call at another node follows a change of the hour at which the day begins', { timeout: 120_000 }, async () => {
  const timeZone = earlyZone()
  const hall = await givenNodes(2, { env: { TIME_ZONE: timeZone } })
  await areConnected(hall.nodes)
  const { db } = hall.database
  const [first, second] = hall.nodes
  if (!first || !second) throw new Error('There are no two nodes.')
  const owner = await hall.person('superadmin')
  const clerk = await hall.person('manager')
  const today = dayIn(timeZone, new Date())
  const yesterday = addDays(today, -1)
  await db
    .insertInto('customization')
    .values({
      ...{ id: 'only', systemName: null, logoSha256: null, logoName: null, showLogo: 0, logoSize: 40, activeTheme: null, landing: null },
      ...{ documents: null, chat: null, rules: null, hall: JSON.stringify({ dayStarts: [{ hour: 11, from: '' }] }) },
    })
    .execute()
  const asha = newAccount('student', { name: 'Asha Rao', terminationDate: yesterday })
  await db.insertInto('users').values(asha).execute()
  const { token, sessionId } = await startSession({ config: { sessionDays: 30 } as never }, db, {
    userId: asha.id,
    device: '',
    now: new Date(),
  })
  const student = { _id: asha.id, name: asha.name, token, sessionId }
  const atBoth = async () =>
    Promise.all([
      ...[first, second].map(async (node) => (await call(node, student, 'GET', '/auth/me')).status),
      ...[first, second].map(
        async (node) =>
          (await call(node, clerk, 'POST', '/user/fees/payments', { studentId: asha.id, amount: 10, method: 'cash' })).body.receivedOn,
      ),
    ])
  expect(await atBoth()).toEqual([200, 200, yesterday, yesterday])
  expect((await call(second, clerk, 'GET', '/user/dashboard')).body.money.collectedToday).toBe(20)
  expect((await call(first, owner, 'PUT', '/customization/hall', { dayStartsAt: 0 })).status).toBe(200)
  expect(await atBoth()).toEqual([403, 403, today, today])
  for (const node of [first, second]) expect((await call(node, clerk, 'GET', '/user/dashboard')).body.money.collectedToday).toBe(20)
  expect((await call(second, owner, 'PUT', '/customization/hall', { dayStartsAt: 11 })).status).toBe(409)
})
