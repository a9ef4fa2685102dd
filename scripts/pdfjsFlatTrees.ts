import type { Plugin } from 'vite'

const where = '      for (let last = kids.length - 1; last >= 0; last--) {\n        const lastKid = kids[last];'
const flat = `      if (count === kids.length && currentPageIndex <= pageIndex) {
        nodesToVisit.push(kids[pageIndex - currentPageIndex]);
        currentPageIndex = pageIndex;
        continue;
      }
`

const whereCounted = '      const kidPromises = [];\n      let found = false;'
const flatCounted = `      const flatIndex = parent.get("Count") === kids.length ? kids.findIndex(kid => kid instanceof Ref && isRefsEqual(kid, ref)) : -1;
      if (flatIndex >= 0) {
        total += flatIndex;
        ref = parentRef;
        continue;
      }
`

const insert = (code: string, where: string, what: string): string => {
  const parts = code.split(where)
  if (parts.length !== 2) throw new Error('pdf.js now finds pages in a different way: see scripts/pdfjsFlatTrees.ts')
  return parts.join(what + where)
}

/**
 * Many programs hang all pages of a book on one node. pdf.js walks such a list from its start and asks for each page's
 * object on the way, before it shows the first page: in a book that comes in ranges, that is nearly the whole file. Where
 * a node has as many kids as pages, its kids are the pages, and the one that is wanted can be taken at once. The number of a page, which a chapter of the contents leads to, is counted in the same way.
 */
export const pdfjsFlatTrees = (): Plugin => ({
  name: 'pdfjs-flat-trees',
  apply: 'build',
  transform(code, id) {
    if (!id.endsWith('pdfjs-dist/legacy/build/pdf.worker.mjs')) return undefined
    return { code: insert(insert(code, where, flat), whereCounted, flatCounted), map: null }
  },
})
