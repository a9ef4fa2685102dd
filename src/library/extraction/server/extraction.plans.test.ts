import { test } from 'vitest'
import { planStudent } from '#server/testing/planData.ts'
import { givenPlans, hasPlans } from '#server/testing/plans.ts'

test.runIf(hasPlans)('the query plans of searches in texts do not change', async () => {
  const { note, expectSnapshot } = await givenPlans()
  for (const query of ['?q=chapter%2012', '?q=%22subject%20of%20chapter%22', '/count?q=chapter%2012'])
    await note(planStudent, `/document/search${query}`)
  await expectSnapshot('extraction')
})
