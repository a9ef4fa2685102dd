import { useSearchParams } from 'react-router'
import type { Range } from './reports.queries.ts'

/** From and to, kept in the address under these names; what does not fit the pattern is left out. */
export const useRange = (names: { from: string; to: string }, pattern: RegExp) => {
  const [parameters, setParameters] = useSearchParams()
  const read = (name: string): string | undefined => {
    const value = parameters.get(name) ?? ''
    return pattern.test(value) ? value : undefined
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
