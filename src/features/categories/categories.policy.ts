import { type Actor, isAdmin } from '#contract/actor.ts'
import { limits } from '#contract/limits.ts'

/** Who may change categories (specification, section 6), and which of them can have others below (section 5). */
export const categoryPolicy = {
  see: (_me: Actor): boolean => true,
  change: (me: Actor): boolean => isAdmin(me),
  takesSubcategories: (category: { readonly level: number }): boolean => category.level < limits.categoryLevels - 1,
}
