import type { CategoryNode, CategoryTree } from '#library/categories/categories.contract.ts'
import type { Document } from '#library/documents/documents.contract.ts'

/** Returns the tree with the counts it has without these documents. */
export const countedWithout = (tree: CategoryTree, documents: readonly Document[]): CategoryTree => {
  const gone = new Map<string | undefined, number>()
  for (const { category } of documents) gone.set(category?._id, (gone.get(category?._id) ?? 0) + 1)
  const counted = (node: CategoryNode): CategoryNode => {
    const own = Math.min(gone.get(node._id) ?? 0, node.documentCount)
    const subcategories = node.subcategories.map(counted)
    const below = (nodes: readonly CategoryNode[]) => nodes.reduce((sum, { totalCount }) => sum + totalCount, 0)
    const lost = own + below(node.subcategories) - below(subcategories)
    if (lost === 0) return node
    return { ...node, documentCount: node.documentCount - own, totalCount: node.totalCount - lost, subcategories }
  }
  return {
    ...tree,
    items: tree.items.map(counted),
    uncategorizedCount: Math.max(0, tree.uncategorizedCount - (gone.get(undefined) ?? 0)),
    total: Math.max(0, tree.total - documents.length),
  }
}
