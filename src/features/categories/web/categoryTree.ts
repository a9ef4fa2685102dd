import type { CategoryNode } from '../categories.contract.ts'

/** All categories in the order of the tree. */
export const flatten = (roots: readonly CategoryNode[]): CategoryNode[] => roots.flatMap((node) => [node, ...flatten(node.subcategories)])

/** How many categories are below this one, at any depth. */
export const countBelow = (node: CategoryNode): number => flatten(node.subcategories).length
