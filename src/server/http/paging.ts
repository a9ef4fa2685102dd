import { AppError, commonErrors } from '#contract/errors.ts'
import { notACursor } from '#contract/paging.ts'

/** The end of a page in a list that is ordered by an instant and, within one instant, by id. */
export type Place = { at: string; id: string }

/** The order of a list: how the end of a page is written as a cursor, and read as the start of the next page. */
type Order<Key, After> = {
  write: (last: Key) => string
  /** Returns undefined for a cursor that `write` never made. */
  read: (cursor: string) => After | undefined
}

/** A list ordered by our ids. The row of the cursor may be gone: the order is enough. */
export const byId: Order<{ id: string }, string> = {
  write: ({ id }) => id,
  read: (cursor) => (/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(cursor) ? cursor : undefined),
}

/** A list ordered by an instant; the cursor has the id too, because two rows can have the same millisecond. */
export const byInstant: Order<Place, Place> = {
  write: ({ at, id }) => `${Date.parse(at)}_${id}`,
  read: (cursor) => {
    const [, at, id] = /^(\d{1,14})_(.+)$/.exec(cursor) ?? []
    return at === undefined || id === undefined ? undefined : { at: new Date(Number(at)).toISOString(), id }
  },
}

/** A list whose order is computed per call: positions count from 0, and the cursor is the next one. */
export const byPosition: Order<{ position: number }, number> = {
  write: ({ position }) => String(position + 1),
  read: (cursor) => (/^\d{1,4}$/.test(cursor) ? Number(cursor) : undefined),
}

type Query = { cursor?: string | undefined; limit: number }

/** Reads the cursor of a list; an empty one is none. An invalid one is refused: ignoring it would show the first page again. */
const readCursor = <After>({ read }: Pick<Order<never, After>, 'read'>, cursor: string | undefined): After | undefined => {
  if (!cursor) return undefined
  const after = read(cursor)
  if (after === undefined) throw new AppError(commonErrors.invalid, { message: notACursor, fields: { cursor: notACursor } })
  return after
}

/** Returns one page of a list: `fetch` is called for one row more than the page holds, which shows whether there is a next page. */
export const pageOf = async <Row extends Key, Key, After>(
  order: Order<Key, After>,
  { cursor, limit }: Query,
  fetch: (limit: number, after: After | undefined) => Promise<readonly Row[]>,
): Promise<{ items: Row[]; nextCursor: string | null }> => {
  const after = readCursor(order, cursor)
  const rows = await fetch(limit + 1, after)
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, nextCursor: last && rows.length > limit ? order.write(last) : null }
}
