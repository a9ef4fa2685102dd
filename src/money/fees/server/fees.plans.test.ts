import { test } from 'vitest'
import { planManager, planStudent } from '#server/testing/planData.ts'
import { givenPlans, hasPlans } from '#server/testing/plans.ts'

test.runIf(hasPlans)('keeps the query plans of the lists of fees', async () => {
  const { note, expectSnapshot } = await givenPlans()
  for (const query of ['', '?status=unpaid', '?status=paid', '?search=person%2012', `?student=${planStudent}`])
    await note(planManager, `/user/fees${query}`)
  for (const path of ['/user/fees?search=person&limit=10', '/user/fees/summary?search=person']) await note(planManager, path)
  await note(planManager, `/user/fees/accounts/${planStudent}`)
  await expectSnapshot('fees')
})
