import { createHash } from 'node:crypto'
import { newId } from '#server/db/ids.ts'
import { filling } from './filling.ts'

const PAGES = 3
const WORDS = 60
/** As in the text index. */
const PAGES_OF_A_CONTENT = 8_192

/** Frequent words, of which every page has several, and the rest of the vocabulary, of which each word is on some hundred pages. */
const frequent = ['the', 'of', 'and', 'people', 'state', 'india', 'law', 'history', 'water', 'rights', 'economy', 'river']
const syllables = ['ka', 'ri', 'ma', 'to', 'ne', 'su', 'lo', 'vi', 'da', 'pe', 'gu', 'sha']
const rare = syllables.flatMap((one) => syllables.flatMap((two) => syllables.map((three) => `${one}${two}${three}`)))

/** A generator of numbers (mulberry32) that are the same in every run. */
const numbersFrom = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const textOf = (number: number): string => {
  const next = numbersFrom(number)
  const words = Array.from({ length: WORDS }, () => (next(2) === 0 ? frequent[next(frequent.length)] : rare[next(rare.length)]))
  return words.join(' ')
}

/** Fills in this many documents, each with a content and a text of its own; the contents are in no folder. Returns the last one. */
export const fillTexts = (database: string, count: number): string =>
  filling(database, ['files', 'extractions', 'page_texts'], (db, insert) => {
    const at = new Date().toISOString()
    const uploadedBy = String(db.prepare(`select id from users where role = 'superadmin'`).get()?.id)
    const shelves = db.prepare('select id from categories order by name').all() as { id: string }[]
    const months = 30 * 86_400_000
    let id = ''
    for (let number = 0; number < count; number++) {
      const sha256 = createHash('sha256').update(`content ${number}`).digest('hex')
      id = newId()
      const title = `Chapter ${number}: what every reader should know of it`
      insert('files', { sha256, size: 500_000, mediaType: 'application/pdf', createdAt: at })
      insert('extractions', { sha256, outcome: 'done', pages: PAGES, coverSha256: null, at })
      insert('searchTexts', { number: number + 1, sha256 })
      for (let page = 1; page <= PAGES; page++) {
        const text = textOf(number * PAGES + page)
        insert('pageTexts', { sha256, page, text })
        insert('searchPages', { rowid: (number + 1) * PAGES_OF_A_CONTENT + page, words: text })
      }
      const deletedAt = number % 100 === 7 ? new Date(Date.now() - (number % months)).toISOString() : null
      insert('documents', {
        ...{ id, title, titleFolded: title.toLowerCase(), categoryId: shelves[number % shelves.length]?.id ?? null, fileSha256: sha256 },
        ...{ fileName: `chapter-${number}.pdf`, uploadedBy, createdAt: at, deletedAt, deletedBy: deletedAt && uploadedBy },
      })
    }
    return id
  })
