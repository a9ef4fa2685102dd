import { test } from 'vitest'
import { planManager } from '#server/testing/planData.ts'
import { givenPlans, hasPlans } from '#server/testing/plans.ts'

test.runIf(hasPlans)('keeps the query plans of twelve months', async () => {
  const { note, expectSnapshot } = await givenPlans()
  for (const list of ['months', 'months/money']) await note(planManager, `/user/fees/${list}`)
  await expectSnapshot('month-end')
})
