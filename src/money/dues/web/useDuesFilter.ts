import { useSearchParams } from 'react-router'
import { Slot } from '#contract/terms.ts'
import { useSearchText } from '#web/ui/useSearchText.ts'
import { dueChoices } from '../dues.policy.ts'
import type { DuesFilter } from './dues.queries.ts'

type Name = 'slot' | 'age' | 'rested' | 'deleted'

/** The filters of the worklist, stored in the URL, so that they survive Back and other pages can link to them. */
export const useDuesFilter = () => {
  const [parameters, setParameters] = useSearchParams()
  const { text, setText, query } = useSearchText()
  const filter: DuesFilter = {
    search: query,
    slot: Slot.safeParse(parameters.get('slot')).data,
    age: dueChoices.find((each) => each === parameters.get('age')),
    notReminded: parameters.get('rested') === 'true',
    deleted: parameters.get('deleted') === 'true',
  }
  const set = (name: Name, next: string) =>
    setParameters(
      (before) => {
        const after = new URLSearchParams(before)
        if (next) after.set(name, next)
        else after.delete(name)
        return after
      },
      { replace: true },
    )
  return {
    filter,
    text,
    setText,
    set,
    isFiltered: query !== '' || filter.slot !== undefined || filter.age !== undefined || filter.notReminded,
    clear: () => setParameters(filter.deleted ? { deleted: 'true' } : {}, { replace: true }),
  }
}
export type DuesFiltering = ReturnType<typeof useDuesFilter>
