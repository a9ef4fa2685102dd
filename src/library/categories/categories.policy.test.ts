import { expect, test } from 'vitest'
import { categoryErrors } from './categories.contract.ts'
import { categoryPolicy } from './categories.policy.ts'

const { tooDeep } = categoryErrors

test.each([
  [0, [undefined, undefined, tooDeep]],
  [1, [undefined, tooDeep, tooDeep]],
  [2, [tooDeep, tooDeep, tooDeep]],
])('below a category of level %i, subtrees of one, two and three levels give %j', (level, answers) => {
  expect([0, 1, 2].map((height) => categoryPolicy.whyNotBelow({ level }, height))).toEqual(answers)
})
