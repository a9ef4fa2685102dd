import type { CategoryNode } from '#library/categories/categories.contract.ts'
import { matches } from '#web/ui/highlight.ts'
import type { Document } from '../documents.contract.ts'

/** A category as a search shows it: with what was found in it. */
export type FoundBranch = {
  _id: string
  name: string
  image: string | null
  /** The documents found directly here. */
  documents: Document[]
  /** How many were found here and below, as far as they have come. */
  found: number
  /** How many match here and below; undefined while that is not known. */
  matching: number | undefined
  /** Whether its own name or that of a category above it is found: then so is every document here and below. */
  isNamed: boolean
  /** How many documents the category has directly, found or not. */
  documentCount: number
  /** How many it has here and below, found or not. */
  totalCount: number
  branches: FoundBranch[]
}

/** How many documents match directly in a category, by its key. */
export type MatchCounts = ReadonlyMap<string, number>

/** The key of the documents without a category, as the server's filter calls it. */
export const uncategorized = 'none'

export type FoundTree = { branches: FoundBranch[]; uncategorized: Document[]; uncategorizedMatching: number | undefined }

/**
 * The categories that have something found, or whose own name is found, with everything below these that has
 * documents: what a name finds may stand on a later page of the search than `documents` reach. Others are left out.
 */
export const foundTree = (
  roots: readonly CategoryNode[],
  documents: readonly Document[],
  query: string,
  counts?: MatchCounts,
): FoundTree => {
  const byCategory = Map.groupBy(documents, ({ category }) => category?._id ?? uncategorized)
  const branchesOf = (nodes: readonly CategoryNode[], isBelowNamed: boolean): FoundBranch[] =>
    nodes.flatMap(({ _id, name, imagePublicUrl: image, documentCount, totalCount, subcategories }) => {
      const hasName = matches(name, query)
      const isNamed = isBelowNamed || hasName
      const branches = branchesOf(subcategories, isNamed)
      const own = byCategory.get(_id) ?? []
      const found = branches.reduce((sum, branch) => sum + branch.found, own.length)
      const matching = counts && branches.reduce((sum, branch) => sum + (branch.matching ?? 0), counts.get(_id) ?? 0)
      const isShown = found > 0 || branches.length > 0 || hasName || (isNamed && totalCount > 0)
      return isShown ? [{ _id, name, image, documents: own, found, matching, isNamed, documentCount, totalCount, branches }] : []
    })
  return {
    branches: branchesOf(roots, false),
    uncategorized: byCategory.get(uncategorized) ?? [],
    uncategorizedMatching: counts && (counts.get(uncategorized) ?? 0),
  }
}

/** The keys of all branches, for Expand All. */
export const allBranches = (roots: readonly CategoryNode[]): string[] => {
  const idsOf = (node: CategoryNode): string[] => [node._id, ...node.subcategories.flatMap(idsOf)]
  return [...roots.flatMap(idsOf), uncategorized]
}
