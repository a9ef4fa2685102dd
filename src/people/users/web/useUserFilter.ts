import { useSearchParams } from 'react-router'
import { roles } from '#contract/actor.ts'
import { useSearchText } from '#web/ui/useSearchText.ts'
import { accountStatuses, moneyGroups } from '../users.contract.ts'
import { figureOf, type ListFigure, setFigure } from './listFigures.ts'

type Name = 'role' | 'status' | 'hasSeat'

const names = ['q', 'role', 'status', 'hasSeat', 'only']
/** Returns whether an address filters the list. */
export const filtersList = (parameters: URLSearchParams): boolean => names.some((name) => parameters.has(name))

/** Search, role, status, seat, and the figure above the list, stored in the URL, so that they survive Back and can be shared. */
export const useUserFilter = () => {
  const [parameters, setParameters] = useSearchParams()
  const { text, setText, query } = useSearchText()
  const role = roles.find((each) => each === parameters.get('role'))
  const status = accountStatuses.find((each) => each === parameters.get('status'))
  const hasSeat = (['true', 'false'] as const).find((each) => each === parameters.get('hasSeat'))
  const only = moneyGroups.find((each) => each === parameters.get('only'))
  const filter = { search: query, role, status, hasSeat, only }

  const change = (edit: (after: URLSearchParams) => void, replace: boolean) =>
    setParameters(
      (before) => {
        const after = new URLSearchParams(before)
        edit(after)
        return after
      },
      { replace },
    )

  return {
    filter,
    text,
    setText,
    set: (name: Name, next: string) => change((after) => (next ? after.set(name, next) : after.delete(name)), true),
    figure: figureOf(filter),
    /** Shows the people of a figure; Back returns to those that were shown before. */
    choose: (figure: ListFigure | undefined) => change((after) => setFigure(after, figure), false),
    isFiltered: query !== '' || [role, status, hasSeat, only].some((one) => one !== undefined),
    clear: () =>
      change((after) => {
        for (const name of names) after.delete(name)
      }, true),
  }
}
