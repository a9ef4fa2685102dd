import { useSearchParams } from 'react-router'
import type { Range } from './month-end.queries.ts'

/** From and to, stored in the URL under these names; values that are not valid are ignored. */
export const useRange = (names: { from: string; to: string }, isValid: (text: string) => boolean) => {
  const [parameters, setParameters] = useSearchParams()
  const read = (name: string): string | undefined => {
    const value = parameters.get(name) ?? ''
    return isValid(value) ? value : undefined
  }
  const range: Range = { from: read(names.from), to: read(names.to) }
  const set = (end: 'from' | 'to', next: string) =>
    setParameters(
      (before) => {
        const after = new URLSearchParams(before)
        if (next) after.set(names[end], next)
        else after.delete(names[end])
        return after
      },
      { replace: true },
    )
  return { range, set }
}
