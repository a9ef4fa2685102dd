import { test } from 'vitest'
import { planManager } from '#server/testing/planData.ts'
import { givenPlans, hasPlans } from '#server/testing/plans.ts'

test.runIf(hasPlans)('keeps the query plans of the worklist and the ages', async () => {
  const { note, expectSnapshot } = await givenPlans()
  for (const query of ['', '?search=person%2012', '?notReminded=true', '?slot=full-day']) await note(planManager, `/user/fees/dues${query}`)
  for (const query of ['', '?asOf=2026-11-20']) await note(planManager, `/user/fees/ageing${query}`)
  await expectSnapshot('dues')
})
