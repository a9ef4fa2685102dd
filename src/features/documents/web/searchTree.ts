import type { CategoryNode } from '#features/categories/categories.contract.ts'
import type { Document } from '../documents.contract.ts'
import { matches } from './highlight.ts'

/** A category as a search shows it: with what was found in it. */
export type FoundBranch = {
  _id: string
  name: string
  image: string | null
  /** The documents found directly here. */
  documents: Document[]
  /** How many were found here and below. */
  found: number
  branches: FoundBranch[]
}

/** The key of the documents without a category, as the server's filter calls it. */
export const uncategorized = 'none'

/** The categories that have something found, or whose own name is found; those without either are left out. */
export const foundTree = (
  roots: readonly CategoryNode[],
  documents: readonly Document[],
  query: string,
): { branches: FoundBranch[]; uncategorized: Document[] } => {
  const byCategory = Map.groupBy(documents, ({ category }) => category?._id ?? uncategorized)
  const branchOf = ({ _id, name, imagePublicUrl: image, subcategories }: CategoryNode): FoundBranch[] => {
    const branches = subcategories.flatMap(branchOf)
    const own = byCategory.get(_id) ?? []
    const found = branches.reduce((sum, branch) => sum + branch.found, own.length)
    const isShown = found > 0 || branches.length > 0 || matches(name, query)
    return isShown ? [{ _id, name, image, documents: own, found, branches }] : []
  }
  return { branches: roots.flatMap(branchOf), uncategorized: byCategory.get(uncategorized) ?? [] }
}

/** The keys of all branches, for Expand All. */
export const allBranches = (roots: readonly CategoryNode[]): string[] => {
  const idsOf = (node: CategoryNode): string[] => [node._id, ...node.subcategories.flatMap(idsOf)]
  return [...roots.flatMap(idsOf), uncategorized]
}
