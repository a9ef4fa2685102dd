import { type SqlBool, sql } from 'kysely'
import { cachedQuery, compiled } from '#server/db/compiled.ts'
import { fold, likeContains } from '#server/db/fold.ts'
import type { Db } from '#server/db/tables.ts'
import { fewWithTitle } from './documents.titles.db.ts'

/** Filter for a list of documents. `category` is an id or `none`; `search` is the text as typed. */
export type Filter = { search?: string; category?: string }

/** For other queries of this feature: documents that are not deleted. */
export const living = (db: Db) => db.selectFrom('documents').where('documents.deletedAt', 'is', null)

/**
 * Selects categories whose own or ancestors' names match. There are at most three levels, so the parent and the grandparent are all
 * ancestors.
 */
export const categoriesNamed = (db: Db, pattern: string) =>
  db
    .selectFrom('categories as own')
    .leftJoin('categories as parent', 'parent.id', 'own.parentId')
    .leftJoin('categories as grandparent', 'grandparent.id', 'parent.parentId')
    .select('own.id')
    .where((eb) => eb.or((['own.nameFolded', 'parent.nameFolded', 'grandparent.nameFolded'] as const).map((name) => isLike(name, pattern))))

export const isLike = (column: string, pattern: string) => sql<SqlBool>`${sql.ref(column)} like ${pattern} escape '\\'`

/** Facts about a search, gathered before it runs, so that it need not scan all documents for a few matches. */
export type Known = {
  /** True if the name of any category matches. */
  named: boolean
  /** A superset of the documents whose title matches, if it is small. */
  titled: readonly string[] | undefined
}

export const knownOf = async (db: Db, search: string | undefined): Promise<Known> => {
  const folded = fold(search ?? '')
  const named = folded !== '' && (await categoriesNamed(db, likeContains(folded)).limit(1).execute()).length > 0
  return { named, titled: folded === '' || named ? undefined : await fewWithTitle(db, folded) }
}

export const filtered = (db: Db, { search, category }: Filter, { named, titled }: Known) => {
  const pattern = likeContains(fold(search ?? ''))
  return living(db)
    .$if(!!search, (query) =>
      query.where((eb) => {
        const inTitle = isLike('documents.titleFolded', pattern)
        return named ? eb.or([inTitle, eb('documents.categoryId', 'in', categoriesNamed(db, pattern))]) : inTitle
      }),
    )
    .$if(titled !== undefined, (query) =>
      query.where(sql<SqlBool>`documents.id in (select value from json_each(${JSON.stringify(titled)}))`),
    )
    .$if(category === 'none', (query) => query.where('documents.categoryId', 'is', null))
    .$if(category !== undefined && category !== 'none', (query) => query.where('documents.categoryId', '=', category ?? ''))
}

/** Adds the columns of API responses; for other queries of this feature too. */
export const withDetails = (query: ReturnType<typeof living>) =>
  query
    .innerJoin('files', 'files.sha256', 'documents.fileSha256')
    .leftJoin('categories', 'categories.id', 'documents.categoryId')
    .leftJoin('extractions', 'extractions.sha256', 'documents.fileSha256')
    .select([
      'documents.id',
      'documents.title',
      'documents.categoryId',
      'categories.name as categoryName',
      'documents.createdAt',
      'documents.fileName',
      'files.sha256',
      'files.size',
      'files.mediaType',
      'extractions.pages',
      'extractions.coverSha256',
    ])

export type DocumentRow = Awaited<ReturnType<typeof page>>[number]

const everything: Known = { named: false, titled: undefined }

const newestFirst = (db: Db, filter: Filter, limit: number, known = everything) =>
  withDetails(filtered(db, filter, known))
    .orderBy('documents.id', 'desc')
    .limit(limit)

// These queries run at every visit, so they are compiled once.
const firstPage = compiled((db, limit: number) => newestFirst(db, {}, limit))
const nextPage = compiled((db, limit: number, cursor: string) => newestFirst(db, {}, limit).where('documents.id', '<', cursor))

/** Selects a page of documents that are not deleted, newest first, after the id `cursor`. */
export const page = async (db: Db, filter: Filter, limit: number, cursor?: string) => {
  if (filter.category === undefined && !filter.search) return cursor ? nextPage(db, limit, cursor) : firstPage(db, limit)
  return newestFirst(db, filter, limit, await knownOf(db, filter.search))
    .$if(!!cursor, (query) => query.where('documents.id', '<', cursor ?? ''))
    .execute()
}

const counting = (query: ReturnType<typeof living>) => query.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()

/** Documents in categories whose names match are counted already, so only titles in other categories are searched. */
const countNamed = async (db: Db, folded: string): Promise<number> => {
  const named = categoriesNamed(db, likeContains(folded))
  const { inside } = await db
    .selectFrom('documentCounts')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('count'), sql.lit(0)).as('inside'))
    .where('categoryId', 'in', named)
    .executeTakeFirstOrThrow()
  const elsewhere = filtered(db, { search: folded }, { named: false, titled: await fewWithTitle(db, folded) }).where((eb) =>
    eb.or([eb('documents.categoryId', 'is', null), eb('documents.categoryId', 'not in', named)]),
  )
  return Number(inside) + (await counting(elsewhere)).count
}

export const count = async (db: Db, filter: Filter): Promise<number> => {
  const known = await knownOf(db, filter.search)
  if (known.named && filter.category === undefined) return countNamed(db, fold(filter.search ?? ''))
  return (await counting(filtered(db, filter, known))).count
}

const withId = cachedQuery((db, id: string) => withDetails(living(db)).where('documents.id', '=', id))

export const byId = async (db: Db, id: string) => (await withId(db, id)).at(0)

export const byIds = async (db: Db, ids: readonly string[]) =>
  ids.length === 0 ? [] : withDetails(living(db)).where('documents.id', 'in', ids).execute()

/** Counts the documents directly in each category that are not deleted; the key of Uncategorized is null. */
export const countByCategory = async (db: Db): Promise<Map<string | null, number>> => {
  const rows = await db.selectFrom('documentCounts').selectAll().where('count', '>', 0).execute()
  return new Map(rows.map(({ categoryId, count }) => [categoryId || null, count]))
}

export const categoryName = async (db: Db, id: string): Promise<string | undefined> =>
  (await db.selectFrom('categories').select('name').where('id', '=', id).executeTakeFirst())?.name

type NewDocument = {
  id: string
  title: string
  /** Null is Uncategorized. */
  categoryId: string | null
  fileSha256: string
  fileName: string
  uploadedBy: string
  createdAt: string
  clientId: string | null
}

/** Returns false if an earlier upload with the same id has created the document. */
export const insert = async (db: Db, document: NewDocument): Promise<boolean> => {
  const inserted = await db
    .insertInto('documents')
    .values({ ...document, titleFolded: fold(document.title), deletedAt: null, deletedBy: null })
    .onConflict((conflict) => conflict.column('clientId').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export const byClientId = (db: Db, clientId: string) =>
  db.selectFrom('documents').select(['id', 'fileSha256', 'uploadedBy']).where('clientId', '=', clientId).executeTakeFirst()

/**
 * Moves all documents out of these categories, including deleted ones, which still refer to them. Returns the number that were not deleted.
 */
export const uncategorize = async (db: Db, categoryIds: readonly string[]): Promise<number> => {
  const update = db.updateTable('documents').set({ categoryId: null }).where('categoryId', 'in', categoryIds)
  const { numUpdatedRows } = await update.where('deletedAt', 'is', null).executeTakeFirstOrThrow()
  await update.execute()
  return Number(numUpdatedRows)
}
