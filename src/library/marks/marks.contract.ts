import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import type { Errors } from '#contract/errors.ts'
import { byId, Id, storable, text } from '#contract/fields.ts'
import { numberText } from '#contract/paging.ts'

export const marksLimits = {
  /** The last possible page of a document with an unknown number of pages. */
  page: 100_000,
  /** Position of a letter in the text of a page. */
  position: 1_000_000,
  quote: 1_000,
  note: 2_000,
  /** Marks of one person in one document. */
  ofDocument: 500,
  /** Marks of one person in all documents, including deleted ones. */
  ofPerson: 10_000,
  /** Marks of one reply. */
  reply: 200,
} as const

/** The colors of highlights, in the order of the palette. */
export const markColors = ['yellow', 'green', 'blue', 'pink'] as const
export type MarkColor = (typeof markColors)[number]

export const marksErrors = {
  noSuchPage: { code: 'marks.no_such_page', status: 400, message: 'The document does not have this page' },
  noRange: { code: 'marks.no_range', status: 400, message: 'A highlight must end after it starts' },
  tooManyHere: {
    code: 'marks.too_many_here',
    status: 409,
    message: `A document can have at most ${marksLimits.ofDocument} of your bookmarks, highlights and notes`,
  },
  tooMany: {
    code: 'marks.too_many',
    status: 409,
    message: `You can have at most ${marksLimits.ofPerson} bookmarks, highlights and notes`,
  },
} satisfies Errors

const page = z
  .int('Please enter a page')
  .check(z.minimum(1, 'Please enter a page'), z.maximum(marksLimits.page, marksErrors.noSuchPage.message))
const position = z.int().check(z.minimum(0), z.maximum(marksLimits.position))
/** Kept as it is in the text of the page, including its blanks. */
const quote = z
  .string()
  .check(
    z.minLength(1, 'Please select some text'),
    z.maxLength(marksLimits.quote, `Please select at most ${marksLimits.quote} characters`),
    storable(),
  )
const color = z.enum(markColors)

/** What a person sends: a bookmark is of a page, a highlight of its text, and a note of either. Pages are counted from 1. */
export const SentMark = z.union([
  z.object({ kind: z.literal('bookmark'), page }),
  z.object({ kind: z.literal('note'), page, note: text({ max: marksLimits.note, required: 'Please enter a note' }) }),
  z.object({ kind: z.literal('highlight'), page, start: position, end: position, quote, color, note: text({ max: marksLimits.note }) }),
])
export type SentMark = z.infer<typeof SentMark>

/** A mark as the server has it; of a deleted one, only the id and the change are left. */
export const Mark = z.object({
  _id: Id,
  /** The change of this person's marks that made it as it is, counted from 1. */
  change: z.int(),
  kind: z.enum(['bookmark', 'note', 'highlight', 'deleted']),
  page: z.nullable(z.int()),
  /** Positions in the text of the page, of the first letter and after the last one. */
  start: z.nullable(z.int()),
  end: z.nullable(z.int()),
  /** The text between them, by which a highlight is found if the text of the page is read differently. */
  quote: z.nullable(z.string()),
  color: z.nullable(color),
  note: z.nullable(z.string()),
})
export type Mark = z.infer<typeof Mark>

const ofDocument = z.object({ id: Id, markId: Id })

export const marksApi = {
  list: endpoint({
    method: 'GET',
    path: '/document/:id/marks',
    access: 'member',
    shows: ['marks'],
    summary: 'Your bookmarks, highlights and notes in a document that were changed after the change `since`, the earliest change first',
    params: byId,
    query: z.object({ since: z._default(z.optional(numberText(0, 999_999_999)), 0) }),
    reply: z.object({ items: z.array(Mark), hasMore: z.boolean() }),
  }),
  save: endpoint({
    method: 'PUT',
    path: '/document/:id/marks/:markId',
    access: 'member',
    changes: ['marks'],
    summary: 'Saves a bookmark, highlight or note under an id that the browser made; one that was deleted stays deleted',
    params: ofDocument,
    body: SentMark,
    reply: Mark,
    errors: marksErrors,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/document/:id/marks/:markId',
    access: 'member',
    changes: ['marks'],
    summary: 'Deletes a bookmark, highlight or note; repeating it has no effect',
    params: ofDocument,
  }),
  text: endpoint({
    method: 'GET',
    path: '/document/:id/marks/text',
    access: 'member',
    shows: [],
    rate: 'paper',
    summary: 'Your bookmarks, highlights and notes in a document as a Markdown file, page by page',
    params: byId,
    stream: true,
  }),
  allText: endpoint({
    method: 'GET',
    path: '/document/marks/text',
    access: 'member',
    shows: [],
    rate: 'paper',
    summary: 'Your bookmarks, highlights and notes in all documents as a Markdown file',
    stream: true,
  }),
}
