import { test } from 'vitest'
import { planManager, planStudent } from '#server/testing/planData.ts'
import { givenPlans, hasPlans } from '#server/testing/plans.ts'

test.runIf(hasPlans)('the query plans of notices do not change', async () => {
  const { note, expectSnapshot } = await givenPlans()
  await note(planManager, '/notice/admin')
  for (const list of ['user', 'banner-marquee', 'tab']) await note(planStudent, `/notice/${list}`)
  await expectSnapshot('notices')
})
