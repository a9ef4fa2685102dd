import { beforeAll, vi } from 'vitest'
import type { Role } from '#contract/actor.ts'
import { type CategoryNode, type CategoryTree, categoriesApi } from '#library/categories/categories.contract.ts'
import { type Document, documentsApi } from '#library/documents/documents.contract.ts'
import { extractionApi, type TextHit } from '#library/extraction/extraction.contract.ts'
import { favoritesApi } from '#library/favorites/favorites.contract.ts'
import { readingApi } from '#library/reading/reading.contract.ts'
import { type FakeReply, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { gridScreen } from '../Covers.tsx'
import { DocumentsPage, removedScreen } from '../DocumentsPage.tsx'
import { loadDocumentScreens } from '../documentScreens.ts'
import { MoreScreen } from '../PageActions.tsx'
import { shelfScreen } from '../Shelf.tsx'

// Loads the code of lazy screens.
beforeAll(() => Promise.all([loadDocumentScreens(true), gridScreen.load(), removedScreen.load(), MoreScreen.load(), shelfScreen.load()]))

const at = '2026-11-21T05:30:00.000Z'

export const document = (_id: string, title: string, category: Document['category'], more: Partial<Document> = {}): Document => ({
  _id,
  title,
  category,
  createdAt: at,
  fileName: `${_id}.pdf`,
  filePath: `/api/document/${_id}/file`,
  fileUrl: `/api/document/${_id}/file`,
  downloadUrl: `/api/document/${_id}/download`,
  fileSize: 2048,
  fileType: 'application/pdf',
  pages: null,
  coverUrl: null,
  ...more,
})

export const node = (given: Partial<CategoryNode>): CategoryNode => ({
  _id: 'x',
  name: 'X',
  parentCategory: null,
  level: 0,
  path: 'X',
  imagePublicUrl: null,
  createdAt: at,
  documentCount: 0,
  totalCount: 0,
  subcategories: [],
  ...given,
})

export const page = <T,>(items: T[]) => ({ items, nextCursor: null, total: items.length })

export const physics = { _id: 'physics', name: 'Physics' }
export const history = { _id: 'history', name: 'History' }

/** Physics within Science, and History, with the counts of these documents. */
export const treeOf = (documents: readonly Document[]): CategoryTree => {
  const counted = (id: string | undefined) => documents.filter(({ category }) => category?._id === id).length
  const below = node({
    ...physics,
    level: 1,
    parentCategory: 'science',
    path: 'Science > Physics',
    documentCount: counted('physics'),
    totalCount: counted('physics'),
  })
  return {
    items: [
      node({ _id: 'science', name: 'Science', path: 'Science', totalCount: counted('physics'), subcategories: [below] }),
      node({ ...history, path: 'History', documentCount: counted('history'), totalCount: counted('history') }),
    ],
    uncategorizedCount: counted(undefined),
    total: documents.length,
  }
}

/** The server's count for a search in which only titles match. */
export const countOf = (documents: readonly Document[], q: string) => {
  const found = documents.filter(({ title }) => title.toLowerCase().includes(q.toLowerCase()))
  const byCategory = Map.groupBy(found, ({ category }) => category?._id ?? null)
  return { total: found.length, isExact: true, byCategory: [...byCategory].map(([category, { length: count }]) => ({ category, count })) }
}

/** A server with a library that follows the changes of the page. */
export const libraryOf = (...documents: Document[]) => {
  let kept = documents
  const named = (id: unknown) => [physics, history].find(({ _id }) => _id === id) ?? null
  const change = (ids: readonly unknown[], more: (document: Document) => Partial<Document>) => {
    kept = kept.map((each) => (ids.includes(each._id) ? { ...each, ...more(each) } : each))
  }
  const dropped: Document[] = []
  const drop = (ids: readonly unknown[]) => {
    dropped.push(...kept.filter(({ _id }) => ids.includes(_id)))
    kept = kept.filter(({ _id }) => !ids.includes(_id))
  }
  const replies: FakeReply[] = [
    reply(categoriesApi.tree, () => treeOf(kept)),
    reply(favoritesApi.ids, page<string>([])),
    reply(readingApi.unfinished, { items: [] }),
    // Returns no newest documents: the shelf is tested elsewhere, and titles must be unique on the page.
    reply(documentsApi.list, ({ query: { search, category, limit } }) =>
      page(
        kept.filter((each) =>
          search
            ? each.title.toLowerCase().includes(search.toLowerCase())
            : (category === undefined && String(limit) !== '8') || (each.category?._id ?? 'none') === category,
        ),
      ),
    ),
    reply(extractionApi.searchText, page<TextHit>([])),
    reply(extractionApi.countMatches, ({ query: { q = '' } }) => countOf(kept, q)),
    reply(documentsApi.update, ({ params: { id }, body: { title, category } }) => {
      change([id], (each) => ({
        ...(typeof title === 'string' && { title }),
        category: category === undefined ? each.category : named(category),
      }))
      return kept.find(({ _id }) => _id === id) ?? document('gone', 'Gone', null)
    }),
    reply(documentsApi.moveMany, ({ body: { ids, category } }) => {
      change(ids as string[], () => ({ category: named(category) }))
      return { moved: (ids as string[]).length }
    }),
    reply(documentsApi.remove, ({ params }) => {
      drop([params.id])
      return undefined
    }),
    reply(documentsApi.removeMany, ({ body: { ids } }) => {
      drop(ids as string[])
      return { removed: (ids as string[]).length }
    }),
    reply(documentsApi.restoreMany, ({ body: { ids } }) => {
      const back = dropped.filter(({ _id }) => (ids as string[]).includes(_id))
      kept = [...kept, ...back]
      return { restored: back.length }
    }),
  ]
  return replies
}

export const show = (as: Role, replies: readonly FakeReply[], address = '/documents') =>
  renderPage(<DocumentsPage />, { as, at: address, replies })

/** Treats every element as visible; jsdom has no layout. */
export const everythingInView = (): void => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly tell: (entries: { isIntersecting: boolean }[]) => void
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        this.tell = tell
      }
      observe() {
        this.tell([{ isIntersecting: true }])
      }
      disconnect() {}
    },
  )
}
