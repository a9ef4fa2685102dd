import type { CategoryNode } from '#library/categories/categories.contract.ts'
import type { Document } from '#library/documents/documents.contract.ts'
import { matches } from '#web/ui/highlight.ts'

/** A category with its search results. */
export type FoundBranch = {
  _id: string
  name: string
  image: string | null
  /** Matches directly in this category. */
  documents: Document[]
  /** Number of loaded matches here and below. */
  found: number
  /** Total number of matches here and below; undefined while unknown. */
  matching: number | undefined
  /** True if its own name or that of an ancestor matches: then every document here and below does. */
  isNamed: boolean
  /** Number of documents directly in the category, matching or not. */
  documentCount: number
  /** Number of documents here and below, matching or not. */
  totalCount: number
  branches: FoundBranch[]
}

/** Number of direct matches by the key of the category. */
export type MatchCounts = ReadonlyMap<string, number>

/** The key of documents without a category, as in the server's filter. */
export const uncategorized = 'none'

export type FoundTree = { branches: FoundBranch[]; uncategorized: Document[]; uncategorizedMatching: number | undefined }

/**
 * Returns the categories that have matches or whose own name matches, with all their subcategories that have documents: documents matched
 * by a category name may be on a page of results that is not loaded yet. Other categories are left out.
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

/** Returns the keys of all branches, for Expand All. */
export const allBranches = (roots: readonly CategoryNode[]): string[] => {
  const idsOf = (node: CategoryNode): string[] => [node._id, ...node.subcategories.flatMap(idsOf)]
  return [...roots.flatMap(idsOf), uncategorized]
}
