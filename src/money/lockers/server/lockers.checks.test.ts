import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { chargeBegunMonths } from '#money/charging/server/charging.job.service.ts'
import { lockerCheck } from './lockers.checks.ts'
import { assign, givenLockers, soundness, takeBack } from './testing/givenLockers.ts'

/** Two students with lockers in December, a free locker that was given back, and an undone run. */
const givenBooks = async () => {
  const hall = await givenLockers()
  const { app, owner, clerk, setDay, student } = hall
  const [asha, bela] = [await student(), await student({ name: 'Bela Roy' })]
  await assign(hall, clerk, 1, asha._id)
  await assign(hall, clerk, 2, bela._id)
  setDay('2026-12-01')
  await chargeBegunMonths(app.platform)
  await owner.post(`/user/fees/charging/${(await owner.get('/user/fees/charging')).body.lastRun._id}/undo`)
  await takeBack(hall, clerk, 2, bela._id)
  return { app, check: () => lockerCheck.run(app.platform) }
}

test('reports no problems for lockers that only Carrel changed', async () => {
  const { app, check } = await givenBooks()
  expect([await check(), await soundness(app)]).toEqual([[], []])
})

test.each([
  `update locker_charges set charge_id = 'nothing' where charge_id = (select min(id) from charges)`,
  `update locker_charges set charge_id = (select max(id) from withdrawn_charges) || user_id where period = 24323`,
  `update charges set kind = 'other' where id = (select min(id) from charges)`,
  `update charges set period = period - 1 where id = (select min(id) from charges)`,
  `delete from withdrawn_charges`,
  `update lockers set student_id = (select min(student_id) from locker_uses where ended_at is not null) where number = '1'`,
  `update lockers set student_id = null, assigned_on = null where number = '1'`,
  `update locker_uses set ended_at = 'then' where ended_at is null`,
])('the doctor finds: %s', async (statement) => {
  const { app, check } = await givenBooks()
  await sql.raw(statement).execute(app.db)
  expect(await check()).not.toEqual([])
})

test.each([
  `update locker_charges set locker_id = 'other'`,
  `delete from locker_charges`,
  `insert into locker_charges select user_id, 24000, locker_id, null from locker_charges where period = 24322`,
])('the journal finds: %s', async (statement) => {
  const { app } = await givenBooks()
  await sql.raw(statement).execute(app.db)
  expect(await soundness(app)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Charged month of a locker .+ by something other than Carrel\.$/)]),
  )
})
