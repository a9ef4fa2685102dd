import { test } from 'vitest'
import { planManager } from '#server/testing/planData.ts'
import { givenPlans, hasPlans } from '#server/testing/plans.ts'

test.runIf(hasPlans)('keeps the query plans of the worklist and the ages', async () => {
  const { note, expectSnapshot } = await givenPlans()
  for (const path of ['/user/fees/dues', '/user/fees/dues?search=person%2012', '/user/fees/ageing']) await note(planManager, path)
  await expectSnapshot('dues')
})
