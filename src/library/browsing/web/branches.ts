import type { CategoryNode, CategoryTree } from '#library/categories/categories.contract.ts'
import { uncategorized } from './searchTree.ts'

/** Returns the keys of the branches on the path to the first node that `isIt` accepts, including it; empty if there is none. */
const wayTo = (nodes: readonly CategoryNode[], isIt: (node: CategoryNode) => boolean): string[] => {
  for (const node of nodes) {
    if (isIt(node)) return [node._id]
    const below = wayTo(node.subcategories, isIt)
    if (below.length > 0) return [node._id, ...below]
  }
  return []
}

/** Returns the branches to open so that this category is visible and open; empty if the tree does not contain it. */
export const wayToBranch = ({ items }: CategoryTree, category: string): string[] =>
  category === uncategorized ? [uncategorized] : wayTo(items, ({ _id }) => _id === category)

/** Returns the branches that are open on a person's first visit, so that the first documents are visible at once. */
export const openAtFirst = ({ items, uncategorizedCount }: CategoryTree): string[] => {
  const way = wayTo(items, ({ documentCount }) => documentCount > 0)
  return way.length === 0 && uncategorizedCount > 0 ? [uncategorized] : way
}

/** Number of rows shown above the shelf on a phone; a branch that ends soon after them is not split. */
const firstRows = 4
const uncutRows = 8

/** Where to insert the shelf: after a branch at the top, or among the documents of a branch, after some rows. */
export type Place = { after: string } | { within: string; rows: number }

/** Returns the place below the first rows of the tree with its open branches. */
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
