import { test } from 'vitest'
import { planManager } from '#server/testing/planData.ts'
import { givenPlans, hasPlans } from '#server/testing/plans.ts'

test.runIf(hasPlans)('keeps the query plans of the list of people and its searches', async () => {
  const { note, expectSnapshot } = await givenPlans()
  for (const query of ['', '?search=person%2012', '?search=98%2010000', '?status=expired', '?hasSeat=true', '?role=student'])
    await note(planManager, `/user${query}`)
  await expectSnapshot('users')
})
