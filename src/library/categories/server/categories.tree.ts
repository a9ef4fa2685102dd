import type { Category, CategoryNode } from '#library/categories/categories.contract.ts'
import type { CategoriesTable } from '#server/db/tables/library.ts'

type Counts = ReadonlyMap<string | null, number>

const byName = (one: CategoriesTable, other: CategoriesTable): number => (one.nameFolded < other.nameFolded ? -1 : 1)

/** Joins the names from the root down into a readable path. */
export const pathOf = (names: readonly string[]): string => names.join(' > ')

const imageUrl = ({ id, imageSha256 }: CategoriesTable): string | null =>
  imageSha256 === null ? null : `/api/category/${id}/image/${imageSha256}`

/** Converts a row for API callers; `above` are the names from the root down to its parent. */
export const toCategory = (row: CategoriesTable, above: readonly string[]): Category => ({
  _id: row.id,
  name: row.name,
  parentCategory: row.parentId,
  level: row.level,
  path: pathOf([...above, row.name]),
  imagePublicUrl: imageUrl(row),
  createdAt: row.createdAt,
})

/** Builds nested roots, siblings sorted by folded name, with the number of documents in each and below it. */
export const treeOf = (rows: readonly CategoriesTable[], counts: Counts): CategoryNode[] => {
  const below = Map.groupBy(rows.toSorted(byName), (row) => row.parentId)
  const nodesBelow = (parentId: string | null, above: readonly string[]): CategoryNode[] =>
    (below.get(parentId) ?? []).map((row) => {
      const subcategories = nodesBelow(row.id, [...above, row.name])
      const documentCount = counts.get(row.id) ?? 0
      return {
        ...toCategory(row, above),
        documentCount,
        totalCount: subcategories.reduce((sum, node) => sum + node.totalCount, documentCount),
        subcategories,
      }
    })
  return nodesBelow(null, [])
}

/** Returns the nodes from top to bottom, in the order of the expanded tree. */
export const flatten = (nodes: readonly CategoryNode[]): Category[] =>
  nodes.flatMap(({ documentCount, totalCount, subcategories, ...category }) => [category, ...flatten(subcategories)])
