import { type Actor, isAdmin } from '#contract/actor.ts'
import { limits } from '#contract/limits.ts'

/** Who may change categories (specification, section 6), and which of them can have others below (section 5). */
export const categoryPolicy = {
  see: (_me: Actor): boolean => true,
  change: (me: Actor): boolean => isAdmin(me),
  /** `height` is how many levels what is put below it has of its own below it. */
  takesSubcategories: (category: { readonly level: number }, height = 0): boolean => category.level + 1 + height < limits.categoryLevels,
}
