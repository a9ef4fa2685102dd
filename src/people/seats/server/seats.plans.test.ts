import { test } from 'vitest'
import { planManager } from '#server/testing/planData.ts'
import { givenPlans, hasPlans } from '#server/testing/plans.ts'

test.runIf(hasPlans)('keeps the query plans of the seat map', async () => {
  const { note, expectSnapshot } = await givenPlans()
  for (const call of ['/user/seats', '/user/seats/first', '/user/seats/occupancy']) await note(planManager, call)
  await expectSnapshot('seats')
})
