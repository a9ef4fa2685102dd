import { useSearchParams } from 'react-router'
import { Slot } from '#people/users/users.contract.ts'
import { useSearchText } from '#web/ui/useSearchText.ts'
import { dueChoices } from '../dues.policy.ts'
import type { DuesFilter } from './dues.queries.ts'

type Name = 'slot' | 'age' | 'rested' | 'deleted'

/** What narrows the worklist, kept in the address, so that it survives going back and a count can lead here. */
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
