import type { AccountStatus } from '#people/users/users.contract.ts'
import { byId } from '#server/http/paging.ts'

/** The end of a page of people. */
export type Place = { id: string; day?: string | undefined; isSeated?: boolean | undefined }

type Row = { id: string; terminationDate: string | null; isSeated: boolean }

const SEATED = 'seat_'

/** Newest first, after the people with the seat that is searched for. */
const newest = {
  write: ({ id, isSeated }: Row) => (isSeated ? `${SEATED}${id}` : id),
  read: (cursor: string): Place | undefined => {
    const isSeated = cursor.startsWith(SEATED)
    const id = byId.read(isSeated ? cursor.slice(SEATED.length) : cursor)
    return id === undefined ? undefined : { id, isSeated }
  },
}

/** Sorts by the last day and, within a day, by id. */
const lastDay = {
  write: ({ id, terminationDate }: Row) => `${terminationDate}_${id}`,
  read: (cursor: string): Place | undefined => {
    const [, day, last = ''] = /^(\d{4}-\d\d-\d\d)_(.+)$/.exec(cursor) ?? []
    const id = byId.read(last)
    return day === undefined || id === undefined ? undefined : { id, day }
  },
}

/** Returns the direction of a list sorted by the last day, or undefined: the next to leave first, or the last who left first. */
export const dayOrder = (status: AccountStatus | undefined): 'asc' | 'desc' | undefined =>
  status === 'expired' ? 'desc' : status === 'expiring-7' || status === 'expiring-30' ? 'asc' : undefined

export const orderOf = (status: AccountStatus | undefined) => (dayOrder(status) ? lastDay : newest)
export const placeOf = ({ id, terminationDate, isSeated }: Row): Place => ({ id, day: terminationDate ?? undefined, isSeated })
