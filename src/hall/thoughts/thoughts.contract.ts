import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import type { Errors } from '#contract/errors.ts'
import { byId, Id, Instant, orEmpty, text } from '#contract/fields.ts'
import { list } from '#contract/paging.ts'

export const thoughtLimits = {
  text: 500,
  author: 120,
  /** The maximum number, since one list returns all of them. */
  most: 1_000,
  /** Thoughts imported in one call. */
  atOnce: 500,
} as const

export const Thought = z.object({
  _id: Id,
  thought: z.string(),
  /** Empty if no author is named. */
  author: z.string(),
  /** Sorted in ascending order. */
  order: z.int(),
  isActive: z.boolean(),
  createdAt: Instant,
})
export type Thought = z.infer<typeof Thought>

/** The thought of the day, as everyone sees it. */
export const DailyThought = z.object({ _id: Id, thought: z.string(), author: z.string() })
export type DailyThought = z.infer<typeof DailyThought>

export const thoughtErrors = {
  tooMany: { code: 'thoughts.too_many', status: 409, message: `There can be at most ${thoughtLimits.most} thoughts` },
} satisfies Errors

const thought = text({ max: thoughtLimits.text, required: 'Thought text is required' })
const author = orEmpty(text({ max: thoughtLimits.author }))

export const NewThought = z.object({ thought, author })
export type NewThought = z.infer<typeof NewThought>

const placeMessage = `Please give a place from 1 to ${thoughtLimits.most}`
const placesMessage = 'Please give the thoughts and their places'
/** The place of a thought in the list, counted from 1. */
const Place = z.object(
  { id: Id, order: z.int(placeMessage).check(z.minimum(1, placeMessage), z.maximum(thoughtLimits.most, placeMessage)) },
  placesMessage,
)
const places = z.array(Place, placesMessage).check(
  z.minLength(1, placesMessage),
  z.maxLength(thoughtLimits.most, `There can be at most ${thoughtLimits.most} thoughts`),
  z.refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'Each thought can have one place only'),
)

export const thoughtsApi = {
  today: endpoint({
    method: 'GET',
    path: '/thought/today',
    access: 'member',
    shows: ['thoughts'],
    offline: true,
    summary: 'The thought of the day: the active thoughts take turns, the next at midnight; null if none is active',
    reply: z.nullable(DailyThought),
  }),
  list: endpoint({
    method: 'GET',
    path: '/thought',
    access: 'staff',
    shows: ['thoughts'],
    summary: 'All thoughts, in their order',
    reply: list(Thought),
  }),
  create: endpoint({
    method: 'POST',
    path: '/thought',
    access: 'staff',
    changes: ['thoughts'],
    summary: 'Adds an active thought to the end of the list',
    body: NewThought,
    reply: Thought,
    status: 201,
    errors: thoughtErrors,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/thought/:id',
    access: 'staff',
    changes: ['thoughts'],
    summary: 'Changes, activates or deactivates a thought; an omitted author or state stays unchanged',
    params: byId,
    body: z.object({ thought, author, isActive: z.optional(z.boolean('Please choose yes or no')) }),
    reply: Thought,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/thought/:id',
    access: 'staff',
    changes: ['thoughts'],
    summary: 'Deletes a thought',
    params: byId,
  }),
  reorder: endpoint({
    method: 'PUT',
    path: '/thought/reorder/bulk',
    access: 'staff',
    changes: ['thoughts'],
    summary: 'Puts thoughts in their places, counted from 1; those not named fill the remaining places in the order they have',
    body: z.object({ thoughts: places }),
    reply: list(Thought),
  }),
  bulkImport: endpoint({
    method: 'POST',
    path: '/thought/bulk-import',
    access: 'staff',
    changes: ['thoughts'],
    summary: 'Adds many thoughts to the end of the list, all of them or none',
    body: z.object({
      thoughts: z
        .array(NewThought, 'Please enter thoughts to import')
        .check(
          z.minLength(1, 'Please enter thoughts to import'),
          z.maxLength(thoughtLimits.atOnce, `Please import at most ${thoughtLimits.atOnce} thoughts at a time`),
        ),
    }),
    reply: z.object({ imported: z.int(), items: z.array(Thought) }),
    status: 201,
    errors: thoughtErrors,
  }),
}
