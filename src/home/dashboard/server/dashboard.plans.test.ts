import { test } from 'vitest'
import { planManager, planStudent } from '#server/testing/planData.ts'
import { givenPlans, hasPlans } from '#server/testing/plans.ts'

test.runIf(hasPlans)('the query plans of the dashboard do not change', async () => {
  const { note, expectSnapshot } = await givenPlans()
  for (const person of [planManager, planStudent]) await note(person, '/user/dashboard')
  await expectSnapshot('dashboard')
})
