import { useSearchParams } from 'react-router'
import { useSearchText } from '#web/ui/useSearchText.ts'
import type { FeeFilter } from './fees.queries.ts'

const statuses = ['paid', 'unpaid'] as const

/** Search, payment status and student, stored in the URL, so that they survive Back and can be shared. */
export const useFeeFilter = () => {
  const [parameters, setParameters] = useSearchParams()
  const { text, setText, query } = useSearchText()
  const filter: FeeFilter = {
    search: query,
    status: statuses.find((each) => each === parameters.get('status')),
    student: parameters.get('student') || undefined,
  }
  const set = (name: 'status' | 'student', next: string) =>
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
    isFiltered: query !== '' || filter.status !== undefined || filter.student !== undefined,
    clear: () => setParameters({}, { replace: true }),
  }
}
export type FeeFiltering = ReturnType<typeof useFeeFilter>
