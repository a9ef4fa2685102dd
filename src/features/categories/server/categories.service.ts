import type { Reply } from '#contract/endpoint.ts'
import { AppError, commonErrors, type ErrorKind } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { writeAudit } from '#features/audit/server/audit.service.ts'
import { type Category, type CategoryTree, type categoriesApi, categoryErrors } from '#features/categories/categories.contract.ts'
import { categoryPolicy } from '#features/categories/categories.policy.ts'
import { countByCategory, totalOf } from '#features/documents/server/documents.counts.service.ts'
import { uncategorize } from '#features/documents/server/documents.service.ts'
import { newId } from '#server/db/ids.ts'
import { bump } from '#server/db/revisions.ts'
import type { Db } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { isForeignKeyViolation } from '#server/db/violations.ts'
import type { Request } from '#server/http/feature.ts'
import type { Ctx } from '#server/platform.ts'
import * as rows from './categories.db.ts'
import { flatten, pathOf, treeOf } from './categories.tree.ts'

export const list = async ({ db }: Ctx): Promise<Reply<typeof categoriesApi.list>> => ({
  items: flatten(treeOf(await rows.all(db), new Map())),
  nextCursor: null,
})

export const tree = async ({ db }: Ctx): Promise<CategoryTree> => {
  const counts = await countByCategory(db)
  return { items: treeOf(await rows.all(db), counts), uncategorizedCount: counts.get(null) ?? 0, total: totalOf(counts) }
}

const refuse = (kind: ErrorKind, field: 'name' | 'parentCategory') => new AppError(kind, { fields: { [field]: kind.message } })

/** Where a new category would stand: its level, and the names above it. */
const placeBelow = async (tx: Db, parentId: string | null): Promise<{ level: number; above: string[] }> => {
  if (parentId === null) return { level: 0, above: [] }
  const parent = await rows.withParent(tx, parentId)
  if (!parent) throw refuse(categoryErrors.parentMissing, 'parentCategory')
  if (!categoryPolicy.takesSubcategories(parent)) throw refuse(categoryErrors.tooDeep, 'parentCategory')
  return { level: parent.level + 1, above: parent.parentName === null ? [parent.name] : [parent.parentName, parent.name] }
}

export const create = async (ctx: Ctx, { body }: Request<typeof categoriesApi.create>): Promise<Category> => {
  const { name, parentCategory: parentId = null } = body
  try {
    return await transact(ctx.db, async (tx) => {
      const { level, above } = await placeBelow(tx, parentId)
      if ((await rows.count(tx)) >= limits.categories) throw new AppError(categoryErrors.tooMany)
      const category = { id: newId(), name, parentId, level, createdAt: ctx.now.toISOString() }
      if (!(await rows.insert(tx, category))) throw refuse(categoryErrors.nameTaken, 'name')
      const path = pathOf([...above, name])
      await writeAudit(tx, ctx, { action: 'categories.create', targetId: category.id, after: { path } })
      await bump(tx, 'documents')
      return { _id: category.id, name, parentCategory: parentId, level, path, createdAt: category.createdAt }
    })
  } catch (error) {
    // Somebody else deleted the parent between our look and our row.
    throw isForeignKeyViolation(error) ? refuse(categoryErrors.parentMissing, 'parentCategory') : error
  }
}

const removeOnce = (ctx: Ctx, id: string): Promise<void> =>
  transact(ctx.db, async (tx) => {
    const subtree = await rows.subtree(tx, id)
    const removed = subtree.find((category) => category.id === id)
    if (!removed) throw new AppError(commonErrors.notFound)
    const ids = subtree.map((category) => category.id)
    const documents = await uncategorize(tx, ids)
    await rows.remove(tx, ids)
    const before = { name: removed.name, subcategories: ids.length - 1, documents }
    await writeAudit(tx, ctx, { action: 'categories.remove', targetId: id, before })
    await bump(tx, 'documents')
  })

const attempts = 5

/**
 * Deletes the whole subtree; its documents become Uncategorized. Where somebody puts a category or a document below it at
 * the same moment, the foreign key refuses, and the next attempt takes that in as well.
 */
export const remove = async (ctx: Ctx, { params: { id } }: Request<typeof categoriesApi.remove>): Promise<void> => {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    try {
      return await removeOnce(ctx, id)
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error
    }
  }
  throw new AppError(commonErrors.conflict)
}

/** For other features: how many categories there are. */
export const count = (db: Db): Promise<number> => rows.count(db)
