import { useSearchParams } from 'react-router'
import { roles } from '#contract/actor.ts'
import { useSearchText } from '#web/ui/useSearchText.ts'
import { AccountStatus } from '../users.contract.ts'

/** Search, role, status and whether someone has a seat, kept in the address, so that they survive going back and can be sent to a colleague. */
export const useUserFilter = () => {
  const [parameters, setParameters] = useSearchParams()
  const { text, setText, query } = useSearchText()
  const role = roles.find((each) => each === parameters.get('role'))
  const status = AccountStatus.options.find((each) => each === parameters.get('status'))
  const hasSeat = (['true', 'false'] as const).find((each) => each === parameters.get('hasSeat'))

  const set = (name: 'role' | 'status' | 'hasSeat', next: string) =>
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
    filter: { search: query, role, status, hasSeat },
    text,
    setText,
    set,
    isFiltered: query !== '' || role !== undefined || status !== undefined || hasSeat !== undefined,
    clear: () => setParameters({}, { replace: true }),
  }
}
