import { AppError, commonErrors } from '#contract/errors.ts'

/** Where a page of a list ended that is ordered by an instant and, within one, by an id. */
export type Place = { at: string; id: string }

const sentence = 'This is not a cursor'
const foreign = () => new AppError(commonErrors.invalid, { message: sentence, fields: { cursor: sentence } })

/** The instant in milliseconds and the id, because two rows can be of one millisecond. */
export const toCursor = ({ at, id }: Place): string => `${Date.parse(at)}_${id}`

/** Refuses what is no cursor of such a list: the first page again would be read as one more. */
export const fromCursor = (cursor: string | undefined): Place | undefined => {
  if (!cursor) return undefined
  const [, at, id = ''] = /^(\d{1,14})_(.+)$/.exec(cursor) ?? []
  if (at === undefined) throw foreign()
  return { at: new Date(Number(at)).toISOString(), id }
}

/** The cursor of a list that is ordered by id. Its row may be gone meanwhile: the order is enough. */
export const idCursor = (cursor: string | undefined): string | undefined => {
  if (!cursor) return undefined
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(cursor)) throw foreign()
  return cursor
}
