import { test } from 'vitest'
import { planManager } from '#server/testing/planData.ts'
import { givenPlans, hasPlans } from '#server/testing/plans.ts'

test.runIf(hasPlans)('keeps the query plans of the figures and of the lists that they lead to', async () => {
  const { note, expectSnapshot } = await givenPlans()
  for (const path of ['/user/figures', '/user?role=student&status=expired&hasSeat=true', '/user?only=owes', '/user?only=uncharged'])
    await note(planManager, path)
  await expectSnapshot('figures')
})
