import { dayIn, nextMidnight } from '#contract/day.ts'
import type { Reply } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { type DailyThought, type NewThought, type Thought, thoughtErrors, type thoughtsApi } from '#hall/thoughts/thoughts.contract.ts'
import { newId } from '#server/db/ids.ts'
import { lock } from '#server/db/locks.ts'
import type { ThoughtsTable } from '#server/db/tables/hall.ts'
import type { Db } from '#server/db/tables.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx, OpenCtx } from '#server/feature/platform.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import { thoughtLimits } from '../thoughts.contract.ts'
import * as rows from './thoughts.db.ts'

const toThought = ({ id, thought, author, position, isActive, createdAt }: ThoughtsTable): Thought => ({
  _id: id,
  thought,
  author,
  order: position,
  isActive: isActive === 1,
  createdAt,
})

const DAY_MS = 86_400_000

/** Active thoughts rotate by the day of the hall's calendar, so that everyone sees the same one. */
export const today = async ({
  db,
  config,
  now,
  staleAt,
}: Pick<OpenCtx, 'db' | 'config' | 'now' | 'staleAt'>): Promise<DailyThought | null> => {
  staleAt(nextMidnight(config.timeZone, now))
  const active = await rows.countActive(db)
  if (active === 0) return null
  const dayNumber = Date.parse(dayIn(config.timeZone, now)) / DAY_MS
  const found = await rows.activeAt(db, dayNumber % active)
  return found ? { _id: found.id, thought: found.thought, author: found.author } : null
}

const listed = async (db: Db): Promise<Reply<typeof thoughtsApi.list>> => ({ items: (await rows.all(db)).map(toThought), nextCursor: null })

export const list = ({ db }: Ctx): Promise<Reply<typeof thoughtsApi.list>> => listed(db)

/**
 * Must be called first in every transaction that counts or reorders thoughts: they run one after the other, because their writes depend on
 * rows that they do not change.
 */
const lockOrder = (tx: Db): Promise<void> => lock(tx, 'thoughts')

/** Appends new, active thoughts. */
const append = async (tx: Db, ctx: Ctx, added: readonly NewThought[]): Promise<ThoughtsTable[]> => {
  await lockOrder(tx)
  if ((await rows.count(tx)) + added.length > thoughtLimits.most) throw new AppError(thoughtErrors.tooMany)
  const last = await rows.lastPosition(tx)
  const made = added.map(
    ({ thought, author }, index): ThoughtsTable => ({
      id: newId(),
      thought,
      author: author ?? '',
      position: last + index + 1,
      isActive: 1,
      createdAt: ctx.now.toISOString(),
    }),
  )
  await rows.insert(tx, made)
  return made
}

/** The fields that the audit records. */
const told = ({ thought, author, isActive }: ThoughtsTable) => ({ thought, author, isActive: isActive === 1 })

export const create = (ctx: Ctx, { body }: Input<typeof thoughtsApi.create>): Promise<Thought> =>
  ctx.transact(async (tx) => {
    const [row] = await append(tx, ctx, [body])
    if (!row) throw new Error('Nothing was added')
    await writeAudit(tx, ctx, { action: 'thoughts.create', targetId: row.id, after: told(row) })
    return toThought(row)
  })

export const update = (ctx: Ctx, { params: { id }, body }: Input<typeof thoughtsApi.update>): Promise<Thought> =>
  ctx.transact(async (tx) => {
    const before = await rows.find(tx, id)
    if (!before) throw new AppError(commonErrors.notFound)
    const { thought, author, isActive } = body
    const after = await rows.update(tx, id, {
      thought,
      author: author ?? before.author,
      isActive: isActive === undefined ? before.isActive : isActive ? 1 : 0,
    })
    if (!after) throw new AppError(commonErrors.notFound)
    await writeAudit(tx, ctx, { action: 'thoughts.update', targetId: id, before: told(before), after: told(after) })
    return toThought(after)
  })

export const remove = (ctx: Ctx, { params: { id } }: Input<typeof thoughtsApi.remove>): Promise<void> =>
  ctx.transact(async (tx) => {
    const row = await rows.remove(tx, id)
    if (!row) throw new AppError(commonErrors.notFound)
    await writeAudit(tx, ctx, { action: 'thoughts.remove', targetId: id, before: told(row) })
  })

type Places = Input<typeof thoughtsApi.reorder>['body']['thoughts']

/** Returns all ids with the named ones at their places; the others fill the rest in their current order. */
const inPlaces = (ids: readonly string[], places: Places): string[] => {
  const named = new Set(places.map(({ id }) => id))
  const order = ids.filter((id) => !named.has(id))
  for (const { id, order: place } of places.toSorted((one, other) => one.order - other.order)) order.splice(place - 1, 0, id)
  return order
}

export const reorder = (ctx: Ctx, { body }: Input<typeof thoughtsApi.reorder>): Promise<Reply<typeof thoughtsApi.reorder>> =>
  ctx.transact(async (tx) => {
    await lockOrder(tx)
    const present = await rows.all(tx)
    const positions = new Map(present.map(({ id, position }) => [id, position]))
    if (body.thoughts.some(({ id }) => !positions.has(id))) throw new AppError(commonErrors.notFound)
    const before = present.map(({ id }) => id)
    const after = inPlaces(before, body.thoughts)
    await rows.place(tx, new Map(after.map((id, index) => [id, index + 1] as const).filter(([id, place]) => positions.get(id) !== place)))
    await writeAudit(tx, ctx, { action: 'thoughts.reorder', before: { order: before }, after: { order: after } })
    return listed(tx)
  })

export const bulkImport = (ctx: Ctx, { body }: Input<typeof thoughtsApi.bulkImport>): Promise<Reply<typeof thoughtsApi.bulkImport>> =>
  ctx.transact(async (tx) => {
    const made = await append(tx, ctx, body.thoughts)
    await writeAudit(tx, ctx, { action: 'thoughts.bulkImport', after: { imported: made.length, ids: made.map(({ id }) => id) } })
    return { imported: made.length, items: made.map(toThought) }
  })
