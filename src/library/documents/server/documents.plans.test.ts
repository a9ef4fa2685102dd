import { test } from 'vitest'
import { planCategory, planStudent } from '#server/testing/planData.ts'
import { givenPlans, hasPlans } from '#server/testing/plans.ts'

test.runIf(hasPlans)('the query plans of the document list and its searches do not change', async () => {
  const { note, expectSnapshot } = await givenPlans()
  for (const query of ['', '?search=book%2012', '?search=book%20199', `?category=${planCategory}`, '?category=none'])
    await note(planStudent, `/document${query}`)
  await expectSnapshot('documents')
})
