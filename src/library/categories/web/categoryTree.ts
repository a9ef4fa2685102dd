import type { CategoryNode } from '../categories.contract.ts'
import { categoryPolicy } from '../categories.policy.ts'

/** All categories in the order of the tree. */
export const flatten = (roots: readonly CategoryNode[]): CategoryNode[] => roots.flatMap((node) => [node, ...flatten(node.subcategories)])

/** How many categories are below this one, at any depth. */
export const countBelow = (node: CategoryNode): number => flatten(node.subcategories).length

/** Where a category can stand: below none, or below one of these. Without `moved` it is a new one. */
export const possibleParents = (roots: readonly CategoryNode[], moved?: CategoryNode): CategoryNode[] => {
  const family = moved ? flatten([moved]) : []
  const height = Math.max(0, ...family.map(({ level }) => level - (moved?.level ?? 0)))
  const own = new Set(family.map(({ _id }) => _id))
  return flatten(roots).filter((node) => !own.has(node._id) && !categoryPolicy.whyNotBelow(node, height))
}

/** This category and those above it. */
export const idsUpFrom = (roots: readonly CategoryNode[], id: string | null): ReadonlySet<string> => {
  const parents = new Map(flatten(roots).map(({ _id, parentCategory }) => [_id, parentCategory]))
  const ids = new Set<string>()
  for (let next = id; next !== null && !ids.has(next); next = parents.get(next) ?? null) ids.add(next)
  return ids
}
