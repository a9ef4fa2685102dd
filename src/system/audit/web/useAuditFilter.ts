import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { isDay } from '#contract/day.ts'
import { isAction, isKind } from '../audit.actions.contract.ts'
import type { AuditFilter } from './audit.queries.ts'

const names = ['actor', 'kind', 'from', 'to'] as const

const isMeant: Record<(typeof names)[number], (value: string) => boolean> = {
  actor: (value) => /^[A-Za-z0-9_-]{1,64}$/.test(value),
  kind: (value) => isKind(value) || isAction(value),
  from: isDay,
  to: isDay,
}

/** Filters by person, kind and days. They are part of the address, so that they survive going back and can be sent to a colleague. */
export const useAuditFilter = () => {
  const [parameters, setParameters] = useSearchParams()
  const filter: AuditFilter = {}
  for (const name of names) {
    const value = parameters.get(name) ?? ''
    if (isMeant[name](value)) filter[name] = value
  }
  const set = useCallback(
    (name: keyof AuditFilter, next: string) =>
      setParameters(
        (before) => {
          const after = new URLSearchParams(before)
          if (next) after.set(name, next)
          else after.delete(name)
          return after
        },
        { replace: true },
      ),
    [setParameters],
  )
  return { filter, set, isFiltered: Object.keys(filter).length > 0, clear: () => setParameters({}, { replace: true }) }
}
