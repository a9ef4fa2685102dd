import type { ErrorKind } from '#contract/errors.ts'
import { categoryErrors, categoryLimits } from './categories.contract.ts'

/** Which categories may have subcategories (specification, section 5). */
export const categoryPolicy = {
  /** Returns why nothing can be placed below this category, or undefined. `height` is the number of levels below the placed category. */
  whyNotBelow: (parent: { readonly level: number }, height = 0): ErrorKind | undefined =>
    parent.level + 1 + height < categoryLimits.levels ? undefined : categoryErrors.tooDeep,
}
