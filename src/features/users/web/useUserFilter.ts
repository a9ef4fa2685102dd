import { useSearchParams } from 'react-router'
import { type Role, roles } from '#contract/actor.ts'
import { useSearchText } from '#web/ui/useSearchText.ts'

/** Search and role, kept in the address, so that they survive going back and can be sent to a colleague. */
export const useUserFilter = () => {
  const [parameters, setParameters] = useSearchParams()
  const { text, setText, query } = useSearchText()
  const role = roles.find((each) => each === parameters.get('role'))

  const setRole = (next: Role | undefined) =>
    setParameters(
      (before) => {
        const after = new URLSearchParams(before)
        if (next) after.set('role', next)
        else after.delete('role')
        return after
      },
      { replace: true },
    )

  return {
    filter: { search: query, role },
    text,
    setText,
    setRole,
    isFiltered: query !== '' || role !== undefined,
    clear: () => setParameters({}, { replace: true }),
  }
}
