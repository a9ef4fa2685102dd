import type { AuditTable } from '#server/db/tables.ts'
import { commitmentOf } from '#server/journal/digest.ts'
import type { Kind } from '#server/journal/kind.ts'
import { removedValue } from '#system/audit/audit.fields.contract.ts'

/*
 * How the journal covers the audit. The personal values of an entry enter its digest as salted digests of their own, so that they
 * can be deleted with the person: what stays is the digests, from which nothing can be found out without the salt.
 */

/** What of a deleted person nobody may need again. Name, email and role stay as issued: receipts refer to them. */
const personal = ['dob', 'phone', 'profilePicture']

type Side = 'before' | 'after'
type Sides = Pick<AuditTable, Side>
type Values = Record<string, unknown>

/** What is no JSON was not written by Carrel. It is kept as it is, so that the digest differs. */
const read = (json: string): Values => {
  try {
    return JSON.parse(json) as Values
  } catch {
    return { broken: json }
  }
}

/** The personal fields of one side that have a value which can be deleted. */
const personalIn = (json: string | null): string[] => {
  const values = json === null ? {} : read(json)
  return personal.filter((field) => ![undefined, null, removedValue].includes(values[field] as string))
}

export const hasPersonal = ({ before, after }: Sides): boolean => personalIn(before).length + personalIn(after).length > 0

const commitments = (side: Side, json: string | null, salt: string | null): Values =>
  Object.fromEntries(personalIn(json).map((field) => [field, commitmentOf(salt, side, field, json && read(json)[field])]))

/** The digests of the values that were deleted from one side. */
const keptOf = ({ commitments: json }: AuditTable, side: Side): Values => (json === null ? {} : ((read(json)[side] ?? {}) as Values))

/** One side as the digest has it: with digests instead of personal values. */
const committed = (side: Side, row: AuditTable): string | null => {
  const json = row[side]
  return json === null ? null : JSON.stringify({ ...read(json), ...keptOf(row, side), ...commitments(side, json, row.salt) })
}

/** What Carrel never writes: a salt of nothing, or the digest of a value that was not deleted. */
const oddities = (row: AuditTable): string[] => {
  const sides = ['before', 'after'] as const
  const isKept = (side: Side) => Object.keys(keptOf(row, side)).every((field) => read(row[side] ?? '{}')[field] === removedValue)
  const kept = sides.flatMap((side) => Object.keys(keptOf(row, side)))
  return [
    ...(row.salt !== null && !hasPersonal(row) ? ['salt'] : []),
    ...(row.commitments !== null && (kept.length === 0 || !sides.every(isKept)) ? ['commitments'] : []),
  ]
}

export const auditKind: Kind = {
  name: 'audit',
  table: 'audit',
  label: 'Audit entry',
  key: ['id'],
  columns: ['id', 'at', 'actorId', 'actorName', 'action', 'targetId', 'before', 'after', 'salt', 'commitments'],
  pending: { table: 'auditUnsealed', column: 'auditId' },
  valuesOf: (row: AuditTable) => [
    row.id,
    row.at,
    row.actorId,
    row.actorName,
    row.action,
    row.targetId,
    committed('before', row),
    committed('after', row),
    ...oddities(row),
  ],
}

const blanked = (json: string | null): string | null => {
  const known = personalIn(json)
  return json === null || known.length === 0
    ? json
    : JSON.stringify({ ...read(json), ...Object.fromEntries(known.map((field) => [field, removedValue])) })
}

/** An entry without its personal values and their salt; its digest stays the same. Undefined where it has none. */
export const withoutPersonal = (row: AuditTable): Pick<AuditTable, Side | 'salt' | 'commitments'> | undefined => {
  if (!hasPersonal(row)) return undefined
  const kept = (row.commitments === null ? {} : read(row.commitments)) as Partial<Record<Side, Values>>
  const next = {
    before: { ...kept.before, ...commitments('before', row.before, row.salt) },
    after: { ...kept.after, ...commitments('after', row.after, row.salt) },
  }
  return { before: blanked(row.before), after: blanked(row.after), salt: null, commitments: JSON.stringify(next) }
}
