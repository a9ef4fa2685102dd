import type { CategoryNode } from '../categories.contract.ts'
import { categoryPolicy } from '../categories.policy.ts'

/** Returns all categories in tree order. */
export const flatten = (roots: readonly CategoryNode[]): CategoryNode[] => roots.flatMap((node) => [node, ...flatten(node.subcategories)])

/** Counts the descendants of this category. */
export const countBelow = (node: CategoryNode): number => flatten(node.subcategories).length

/** Returns the possible parents of a category, including none. Without `moved` it is a new category. */
export const possibleParents = (roots: readonly CategoryNode[], moved?: CategoryNode): CategoryNode[] => {
  const family = moved ? flatten([moved]) : []
  const height = Math.max(0, ...family.map(({ level }) => level - (moved?.level ?? 0)))
  const own = new Set(family.map(({ _id }) => _id))
  return flatten(roots).filter((node) => !own.has(node._id) && !categoryPolicy.whyNotBelow(node, height))
}

/** Returns the ids of this category and its ancestors. */
export const idsUpFrom = (roots: readonly CategoryNode[], id: string | null): ReadonlySet<string> => {
  const parents = new Map(flatten(roots).map(({ _id, parentCategory }) => [_id, parentCategory]))
  const ids = new Set<string>()
  for (let next = id; next !== null && !ids.has(next); next = parents.get(next) ?? null) ids.add(next)
  return ids
}
