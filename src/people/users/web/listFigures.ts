import type { UserFilter } from './users.queries.ts'

type Filters = Omit<UserFilter, 'search'>

const none: Filters = { role: undefined, status: undefined, hasSeat: undefined, only: undefined }
const seated = { ...none, role: 'student', hasSeat: 'true' } as const

/** The filters of the list that shows the people of a figure above it. */
const filtersOf = {
  ending: { ...seated, status: 'expiring-7' },
  ended: { ...seated, status: 'expired' },
  owes: { ...none, only: 'owes' },
  uncharged: { ...none, only: 'uncharged' },
} as const satisfies Record<string, Filters>

export type ListFigure = keyof typeof filtersOf
const listFigures = Object.keys(filtersOf) as ListFigure[]

const names = Object.keys(none) as (keyof Filters)[]

/** Returns the figure whose people these filters show. */
export const figureOf = (filter: Filters): ListFigure | undefined =>
  listFigures.find((figure) => names.every((name) => filter[name] === filtersOf[figure][name]))

/** Sets the filters of a figure in an address; without one, removes them. */
export const setFigure = (parameters: URLSearchParams, figure: ListFigure | undefined): void => {
  for (const [name, value] of Object.entries(figure ? filtersOf[figure] : none))
    if (value === undefined) parameters.delete(name)
    else parameters.set(name, value)
}

/** Returns the URL of the list with the people of a figure. */
export const figureAddress = (figure: ListFigure): string => {
  const parameters = new URLSearchParams({ view: 'list' })
  setFigure(parameters, figure)
  return `/users?${parameters}`
}
