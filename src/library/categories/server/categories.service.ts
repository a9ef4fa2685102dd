import type { Reply } from '#contract/endpoint.ts'
import { AppError, commonErrors, type ErrorKind } from '#contract/errors.ts'
import { cleanFileName } from '#contract/fileName.ts'
import { type Category, type CategoryTree, type categoriesApi, categoryErrors } from '#library/categories/categories.contract.ts'
import { categoryPolicy } from '#library/categories/categories.policy.ts'
import { countByCategory, totalOf } from '#library/documents/server/documents.counts.service.ts'
import { uncategorize } from '#library/documents/server/documents.service.ts'
import { newId } from '#server/db/ids.ts'
import { lock } from '#server/db/locks.ts'
import type { CategoriesTable } from '#server/db/tables/library.ts'
import type { Db } from '#server/db/tables.ts'
import { isForeignKeyViolation, isUniqueViolation } from '#server/db/violations.ts'
import type { Input } from '#server/feature/feature.ts'
import type { ActorContext, Ctx, OpenCtx } from '#server/feature/platform.ts'
import { readPicture, withPicture } from '#server/files/pictures.ts'
import type { ReceivedFile } from '#server/files/storage.ts'
import type { FileAnswer } from '#server/http/fileAnswer.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import { categoryLimits } from '../categories.contract.ts'
import * as rows from './categories.db.ts'
import { flatten, pathOf, toCategory, treeOf } from './categories.tree.ts'

export const list = async ({ db }: Pick<Ctx, 'db'>): Promise<Reply<typeof categoriesApi.list>> => ({
  items: flatten(treeOf(await rows.all(db), new Map())),
  nextCursor: null,
})

export const tree = async ({ db }: Ctx): Promise<CategoryTree> => {
  const counts = await countByCategory(db)
  return { items: treeOf(await rows.all(db), counts), uncategorizedCount: counts.get(null) ?? 0, total: totalOf(counts) }
}

const refuse = (kind: ErrorKind, field: 'name' | 'parentCategory') => new AppError(kind, { field })

/**
 * Must be called first in every transaction that changes the tree: they run one after the other, because the allowed place of a category
 * depends on rows that the transaction does not change. Two concurrent moves could otherwise create a cycle or a fourth level.
 */
const lockTree = (tx: Db): Promise<void> => lock(tx, 'categories')

type Place = { level: number /** The names from the root down. */; above: string[] }

/** Returns the place of a category below this parent; `height` is the number of levels below the category. */
const placeBelow = async (tx: Db, parentId: string | null, height = 0): Promise<Place> => {
  if (parentId === null) return { level: 0, above: [] }
  const parent = await rows.withParent(tx, parentId)
  if (!parent) throw refuse(categoryErrors.parentMissing, 'parentCategory')
  const kind = categoryPolicy.whyNotBelow(parent, height)
  if (kind) throw refuse(kind, 'parentCategory')
  return { level: parent.level + 1, above: parent.parentName === null ? [parent.name] : [parent.parentName, parent.name] }
}

const SIDE = 1_600

const readImage = async (ctx: ActorContext, file: ReceivedFile | undefined): Promise<ReceivedFile | undefined> =>
  file && readPicture(ctx, file, { side: SIDE, field: 'image' })

/** The fields that the audit records. */
const told = (row: CategoriesTable, above: readonly string[]) => ({
  path: pathOf([...above, row.name]),
  ...(row.imageSha256 !== null && { image: row.imageSha256 }),
})

export const create = async (ctx: ActorContext, { body, file }: Input<typeof categoriesApi.create>): Promise<Category> => {
  const { name, parentCategory: parentId = null } = body
  const picture = await readImage(ctx, file)
  return withPicture(ctx, picture, async (tx) => {
    await lockTree(tx)
    const { level, above } = await placeBelow(tx, parentId)
    if ((await rows.count(tx)) >= categoryLimits.most) throw new AppError(categoryErrors.tooMany)
    const imageSha256 = picture?.sha256 ?? null
    const row = await rows.insert(tx, { id: newId(), name, parentId, level, imageSha256, createdAt: ctx.now.toISOString() })
    if (!row) throw refuse(categoryErrors.nameTaken, 'name')
    await writeAudit(tx, ctx, { action: 'categories.create', targetId: row.id, after: told(row, above) })
    return toCategory(row, above)
  })
}

/** Returns the category and all its descendants, deepest first. Throws `notFound`. */
const mustFindSubtree = async (tx: Db, id: string): Promise<{ row: CategoriesTable; subtree: CategoriesTable[] }> => {
  const subtree = await rows.subtree(tx, id)
  const row = subtree.find((category) => category.id === id)
  if (!row) throw new AppError(commonErrors.notFound)
  return { row, subtree }
}

/** Applies a change to a category: fields that are left out stay, and a new picture takes precedence over removing the old one. */
const changed = (before: CategoriesTable, { name, parentCategory, removeImage }: Body, picture: ReceivedFile | undefined) => ({
  name: name ?? before.name,
  parentId: parentCategory === undefined ? before.parentId : parentCategory,
  imageSha256: picture?.sha256 ?? (removeImage ? null : before.imageSha256),
})
type Body = Input<typeof categoriesApi.update>['body']

const save = async (tx: Db, ctx: Ctx, id: string, change: (before: CategoriesTable) => ReturnType<typeof changed>): Promise<Category> => {
  await lockTree(tx)
  const { row: before, subtree } = await mustFindSubtree(tx, id)
  const next = change(before)
  if (subtree.some((category) => category.id === next.parentId)) throw refuse(categoryErrors.loop, 'parentCategory')
  const { above: aboveBefore } = await placeBelow(tx, before.parentId)
  if (next.name === before.name && next.parentId === before.parentId && next.imageSha256 === before.imageSha256)
    return toCategory(before, aboveBefore)
  const { level, above } = await placeBelow(tx, next.parentId, (subtree[0]?.level ?? 0) - before.level)
  const after = await rows.update(tx, id, { ...next, level })
  const below = subtree.filter((category) => category !== before).map((category) => category.id)
  if (level !== before.level && below.length > 0) await rows.shift(tx, below, level - before.level)
  await writeAudit(tx, ctx, {
    action: 'categories.update',
    targetId: id,
    before: told(before, aboveBefore),
    after: told(after, above),
  })
  return toCategory(after, above)
}

export const update = async (ctx: Ctx, { params: { id }, body, file }: Input<typeof categoriesApi.update>): Promise<Category> => {
  // Checked before the expensive re-encoding.
  if (!(await rows.exists(ctx.db, id))) throw new AppError(commonErrors.notFound)
  const picture = await readImage(ctx, file)
  try {
    return await withPicture(ctx, picture, (tx) => save(tx, ctx, id, (before) => changed(before, body, picture)))
  } catch (error) {
    throw isUniqueViolation(error) ? refuse(categoryErrors.nameTaken, 'name') : error
  }
}

export const image = async ({ db }: OpenCtx, { params: { id, sha256 } }: Input<typeof categoriesApi.image>): Promise<FileAnswer> => {
  const found = await rows.image(db, id, sha256)
  if (!found) throw new AppError(commonErrors.notFound)
  const { name, ...content } = found
  return { ...content, fileName: cleanFileName(`${name}.webp`), disposition: 'inline', cache: 'immutable', isPicture: true }
}

const removeOnce = (ctx: Ctx, id: string): Promise<void> =>
  ctx.transact(async (tx) => {
    await lockTree(tx)
    const { row, subtree } = await mustFindSubtree(tx, id)
    const { above } = await placeBelow(tx, row.parentId)
    const ids = subtree.map((category) => category.id)
    const documents = await uncategorize(tx, ids)
    await rows.remove(tx, ids)
    const before = { ...told(row, above), subcategories: ids.length - 1, documents }
    await writeAudit(tx, ctx, { action: 'categories.remove', targetId: id, before })
  })

const attempts = 5

/**
 * Deletes the whole subtree; its documents become Uncategorized. If a document is added to it concurrently, the foreign key rejects the
 * deletion, and the retry includes that document.
 */
export const remove = async (ctx: Ctx, { params: { id } }: Input<typeof categoriesApi.remove>): Promise<void> => {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    try {
      return await removeOnce(ctx, id)
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error
    }
  }
  throw new AppError(commonErrors.conflict)
}

/** For other features: the number of categories. */
export const count = (db: Db): Promise<number> => rows.count(db)
