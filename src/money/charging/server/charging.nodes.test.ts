import { expect, test } from 'vitest'
import { dayIn } from '#contract/day.ts'
import { areConnected, call, givenNodes } from '#server/testing/nodes.ts'
import { newAccount } from '#server/testing/people.ts'
import { run } from '#server/testing/program.ts'

/** More than the job looks at in one transaction. */
const STUDENTS = 250
/** Number of students who pay, or whose fees a clerk generates, while the nodes start. */
const SERVED = 20
const ROWS_AT_ONCE = 50

/** The node at which clerks work; two more start at the same moment, which starts the job at once. */
const givenHall = async () => {
  const hall = await givenNodes(1)
  await areConnected(hall.nodes)
  const [owner, clerk] = [await hall.person('superadmin'), await hall.person('manager')]
  const today = dayIn('Asia/Kolkata', new Date())
  const joined = Array.from({ length: STUDENTS }, (_, at) => newAccount('student', { name: `Student ${at}`, dateJoined: today }))
  const { db } = hall.database
  for (let at = 0; at < joined.length; at += ROWS_AT_ONCE)
    await db
      .insertInto('users')
      .values(joined.slice(at, at + ROWS_AT_ONCE))
      .execute()
  const desk = (method: string, path: string, body?: object) => {
    const [first] = hall.nodes
    if (!first) throw new Error('There is no node.')
    return call(first, method === 'PUT' ? owner : clerk, method, path, body)
  }
  return { hall, desk, today, students: joined.map(({ id }) => id) }
}

test('two nodes that start at once charge the current month once, while clerks at a third take payments', {
  timeout: 120_000,
}, async () => {
  const { hall, desk, today, students } = await givenHall()
  const { db, databaseUrl } = hall.database
  // Before the owner has confirmed the fee, the node charges nothing.
  expect(await db.selectFrom('charges').select('id').execute()).toEqual([])
  expect((await desk('PUT', '/customization/hall', { monthlyFee: 900 })).status).toBe(200)
  const serve = students
    .slice(0, SERVED)
    .map((studentId, at) =>
      at % 2 === 0
        ? desk('POST', '/user/fees/payments', { studentId, amount: 900, method: 'cash' })
        : desk('POST', `/user/fees/generate/${studentId}`, { feeAmount: 900 }),
    )
  await Promise.all([hall.start(1), hall.start(2), ...serve])
  const listed = () => db.selectFrom('charging').select('lastDay').where('feeWasConfirmed', '=', 1).execute()
  await expect.poll(listed, { timeout: 30_000 }).toEqual([{ lastDay: today }])

  const charges = await db.selectFrom('charges').select(['userId', 'period', 'amount']).execute()
  expect(charges.map(({ userId }) => userId).toSorted()).toEqual(students.toSorted())
  expect(new Set(charges.map(({ period, amount }) => `${period} ${Number(amount)}`)).size).toBe(1)
  const runs = await db.selectFrom('chargingRuns').select(['day', 'fees']).execute()
  const inRuns = await db.selectFrom('chargingFees').select('chargeId').execute()
  expect(runs).toEqual([{ day: today, fees: inRuns.length }])
  expect(inRuns.length).toBeGreaterThanOrEqual(STUDENTS - SERVED)

  const doctor = run('doctor', { DATA_DIR: String(hall.folders[0]), DATABASE_URL: databaseUrl })
  expect([await doctor.ended, doctor.stdout().split('\n')[0]]).toEqual([0, 'No problems found.'])
})
