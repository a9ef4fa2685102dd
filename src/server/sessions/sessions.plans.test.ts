import { test } from 'vitest'
import { planStudent } from '#server/testing/planData.ts'
import { givenPlans, hasPlans } from '#server/testing/plans.ts'

test.runIf(hasPlans)('looking up the session of a call keeps its plans', async () => {
  const { noteSession, expectSnapshot } = await givenPlans()
  await noteSession(planStudent)
  await expectSnapshot('sessions')
})
