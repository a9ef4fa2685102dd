import type { ErrorKind } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { categoryErrors } from './categories.contract.ts'

/** Which categories can have others below them (specification, section 5). */
export const categoryPolicy = {
  /** Why nothing can be put below this category, or undefined. What is put there has `height` levels of its own below it. */
  whyNotBelow: (parent: { readonly level: number }, height = 0): ErrorKind | undefined =>
    parent.level + 1 + height < limits.categoryLevels ? undefined : categoryErrors.tooDeep,
}
