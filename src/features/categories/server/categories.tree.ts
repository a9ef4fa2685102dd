import type { Category, CategoryNode } from '#features/categories/categories.contract.ts'
import type { CategoriesTable } from '#server/db/tables.ts'

type Counts = ReadonlyMap<string | null, number>

const byName = (one: CategoriesTable, other: CategoriesTable): number => (one.nameFolded < other.nameFolded ? -1 : 1)

/** The names from the root down, as people read them. */
export const pathOf = (names: readonly string[]): string => names.join(' > ')

/** The categories as nested roots, siblings by their folded names, with the documents of each and of everything below it. */
export const treeOf = (rows: readonly CategoriesTable[], counts: Counts): CategoryNode[] => {
  const below = Map.groupBy(rows.toSorted(byName), (row) => row.parentId)
  const nodesBelow = (parentId: string | null, above: readonly string[]): CategoryNode[] =>
    (below.get(parentId) ?? []).map((row) => {
      const names = [...above, row.name]
      const subcategories = nodesBelow(row.id, names)
      const documentCount = counts.get(row.id) ?? 0
      return {
        _id: row.id,
        name: row.name,
        parentCategory: parentId,
        level: row.level,
        path: pathOf(names),
        createdAt: row.createdAt,
        documentCount,
        totalCount: subcategories.reduce((sum, node) => sum + node.totalCount, documentCount),
        subcategories,
      }
    })
  return nodesBelow(null, [])
}

/** The nodes from top to bottom, as the open tree shows them. */
export const flatten = (nodes: readonly CategoryNode[]): Category[] =>
  nodes.flatMap(({ documentCount, totalCount, subcategories, ...category }) => [category, ...flatten(subcategories)])
