import type { CategoryNode, CategoryTree } from '#library/categories/categories.contract.ts'
import { uncategorized } from './searchTree.ts'

/** The keys of the branches that lead to the first one that `isIt`, it included; nothing where there is none. */
const wayTo = (nodes: readonly CategoryNode[], isIt: (node: CategoryNode) => boolean): string[] => {
  for (const node of nodes) {
    if (isIt(node)) return [node._id]
    const below = wayTo(node.subcategories, isIt)
    if (below.length > 0) return [node._id, ...below]
  }
  return []
}

/** What has to be open for this category to be seen open; nothing where the tree does not have it. */
export const wayToBranch = ({ items }: CategoryTree, category: string): string[] =>
  category === uncategorized ? [uncategorized] : wayTo(items, ({ _id }) => _id === category)

/** What is open at someone's first visit: the first documents are seen without a press. */
export const openAtFirst = ({ items, uncategorizedCount }: CategoryTree): string[] => {
  const way = wayTo(items, ({ documentCount }) => documentCount > 0)
  return way.length === 0 && uncategorizedCount > 0 ? [uncategorized] : way
}

/** So many rows stand first on a phone; a branch that ends so soon after them is not cut. */
const firstRows = 4
const uncutRows = 8

/** Where something stands below the first rows: after a branch at the top, or within the documents of a branch, after some of them. */
export type Place = { after: string } | { within: string; rows: number }

/** Below the first rows of the tree, as far as it is open. */
export const belowFirstRows = (tree: CategoryTree, isOpen: (id: string) => boolean): Place => {
  let rows = 0
  const cut = (id: string, documents: number): Place | undefined => {
    if (rows + documents > uncutRows) return { within: id, rows: Math.max(1, firstRows - rows) }
    rows += documents
    return undefined
  }
  const walk = ({ _id, subcategories, documentCount }: CategoryNode): Place | undefined => {
    rows += 1
    if (!isOpen(_id)) return undefined
    for (const child of subcategories) {
      const found = walk(child)
      if (found) return found
    }
    return cut(_id, documentCount)
  }
  for (const node of tree.items) {
    const found = walk(node)
    if (found) return found
    if (rows >= firstRows) return { after: node._id }
  }
  return (isOpen(uncategorized) && cut(uncategorized, tree.uncategorizedCount)) || { after: uncategorized }
}
