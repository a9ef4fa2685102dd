import { test } from 'vitest'
import { planConversation, planStudent } from '#server/testing/planData.ts'
import { givenPlans, hasPlans } from '#server/testing/plans.ts'

test.runIf(hasPlans)('conversations, their unread count and their messages keep their plans', async () => {
  const { note, expectSnapshot } = await givenPlans()
  for (const path of ['/chat/conversations', '/chat/conversations?search=group%201', '/chat/conversations?unread=true', '/chat/unread'])
    await note(planStudent, path)
  for (const query of ['?page=1', '?before=80', '?after=20'])
    await note(planStudent, `/chat/conversations/${planConversation}/messages${query}`)
  await expectSnapshot('conversations')
})
