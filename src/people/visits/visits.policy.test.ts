import { expect, test } from 'vitest'
import { roles } from '#contract/actor.ts'
import { commonErrors } from '#contract/errors.ts'
import { visitErrors } from './visits.contract.ts'
import { visitPolicy } from './visits.policy.ts'

test('lets staff record visits of students only', () => {
  for (const role of ['manager', 'admin', 'superadmin'] as const)
    for (const target of roles)
      expect(visitPolicy.whyNotRecord({ role }, { role: target })).toBe(target === 'student' ? undefined : visitErrors.studentsOnly)
})

test('lets students record none', () => {
  expect(visitPolicy.whyNotRecord({ role: 'student' }, { role: 'student' })).toBe(commonErrors.notAllowed)
})
