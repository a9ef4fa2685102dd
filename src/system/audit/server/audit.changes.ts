import type { AuditTable } from '#server/db/tables/system.ts'
import type { AuditChange } from '../audit.contract.ts'
import { blankValue } from '../audit.fields.contract.ts'

type Values = Record<string, unknown>

const values = (json: string | null): Values => (json === null ? {} : (JSON.parse(json) as Values))

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Flattens nested objects into one field per value: `landing.address`. */
const flat = (given: Values, above = ''): Map<string, unknown> => {
  const found = new Map<string, unknown>()
  for (const [key, value] of Object.entries(given)) {
    if (!isObject(value)) found.set(above + key, value)
    else for (const [inner, one] of flat(value, `${above}${key}.`)) found.set(inner, one)
  }
  return found
}

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Longer texts are cut: the audit shows what changed and is not a backup of it. */
const LONGEST = 2_000
const FIELDS = 60

const told = (value: unknown): string => {
  if (isNothing(value)) return blankValue
  const cut = typeof value === 'string' && value.length > LONGEST ? `${value.slice(0, LONGEST).toWellFormed()}…` : value
  const json = JSON.stringify(cut)
  return json.length > 2 * LONGEST ? JSON.stringify('…') : json
}

/**
 * Returns the changed fields; for a created or deleted record, all of its fields. A field that only one side of an update mentions is not a
 * change.
 */
export const changesIn = ({ before, after }: Pick<AuditTable, 'before' | 'after'>): AuditChange[] => {
  const [was, is] = [flat(values(before)), flat(values(after))]
  const fields = [...new Set([...was.keys(), ...is.keys()])].slice(0, FIELDS)
  return fields.flatMap((field) => {
    const [from, to] = [was, is].map((side) => (side.has(field) ? told(side.get(field)) : null)) as [string | null, string | null]
    if (from === to || ![from, to].some((side) => side !== null && side !== blankValue)) return []
    return [{ field, before: from === blankValue ? null : from, after: to }]
  })
}

const naming = ['name', 'title', 'path', 'thought', 'studentName', 'student', 'seats'] as const
const NAME = 120

/** Returns the name of the target that the entry itself contains, or undefined. */
export const nameIn = ({ before, after }: Pick<AuditTable, 'before' | 'after'>): string | undefined => {
  const [was, is] = [values(before), values(after)]
  const name = naming.map((key) => was[key] ?? is[key]).find((value) => typeof value === 'string' && value !== '')
  return typeof name === 'string' ? name.slice(0, NAME).toWellFormed() : undefined
}

const id = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Collects the ids that occur in the changes. */
export const idsIn = (changes: readonly AuditChange[]): string[] =>
  changes.flatMap(({ before, after }) => [before, after].flatMap((json) => json?.match(id) ?? []))

/** Replaces ids in the changes by names. */
export const withNames = (changes: readonly AuditChange[], names: ReadonlyMap<string, string>): AuditChange[] => {
  const named = (json: string | null): string | null =>
    json?.replace(id, (found) => JSON.stringify(names.get(found) ?? found).slice(1, -1)) ?? null
  return changes.map(({ field, before, after }) => ({ field, before: named(before), after: named(after) }))
}
