import type { AuditTable } from '#server/db/tables/system.ts'
import { commitmentOf } from '#server/journal/digest.ts'
import type { Kind } from '#server/journal/kind.ts'
import { removedValue } from '#system/audit/audit.fields.contract.ts'

/*
 * How the journal covers the audit. The personal values of an entry enter its digest as separately salted digests, so that they can be
 * deleted with the person: the remaining digests reveal nothing without the salt.
 */

/** Fields deleted with a person. Name, email and role stay as issued, because receipts refer to them. */
const personal = ['dob', 'phone', 'profilePicture']

type Side = 'before' | 'after'
type Sides = Pick<AuditTable, Side>
type Values = Record<string, unknown>

/** Text that is not JSON was not written by Carrel. It is returned unchanged, so that the digest differs. */
const read = (json: string): Values => {
  try {
    return JSON.parse(json) as Values
  } catch {
    return { broken: json }
  }
}

/** Names the personal fields of one side that have a value to delete. */
const personalIn = (json: string | null): string[] => {
  const values = json === null ? {} : read(json)
  return personal.filter((field) => ![undefined, null, removedValue].includes(values[field] as string))
}

export const hasPersonal = ({ before, after }: Sides): boolean => personalIn(before).length + personalIn(after).length > 0

const commitments = (side: Side, json: string | null, salt: string | null): Values =>
  Object.fromEntries(personalIn(json).map((field) => [field, commitmentOf(salt, side, field, json && read(json)[field])]))

/** Returns the stored digests of the values that were deleted from one side. */
const storedCommitments = ({ commitments: json }: AuditTable, side: Side): Values =>
  json === null ? {} : ((read(json)[side] ?? {}) as Values)

/** Returns one side as it enters the digest: with digests in place of personal values. */
const committed = (side: Side, row: AuditTable): string | null => {
  const json = row[side]
  return json === null ? null : JSON.stringify({ ...read(json), ...storedCommitments(row, side), ...commitments(side, json, row.salt) })
}

/** Detects data Carrel never writes: a salt without values, or the digest of a value that was not deleted. */
const oddities = (row: AuditTable): string[] => {
  const sides = ['before', 'after'] as const
  const isKept = (side: Side) => Object.keys(storedCommitments(row, side)).every((field) => read(row[side] ?? '{}')[field] === removedValue)
  const kept = sides.flatMap((side) => Object.keys(storedCommitments(row, side)))
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

/** Returns an entry without its personal values and their salt, which leaves its digest unchanged. Returns undefined if there are none. */
export const withoutPersonal = (row: AuditTable): Pick<AuditTable, Side | 'salt' | 'commitments'> | undefined => {
  if (!hasPersonal(row)) return undefined
  const kept = (row.commitments === null ? {} : read(row.commitments)) as Partial<Record<Side, Values>>
  const next = {
    before: { ...kept.before, ...commitments('before', row.before, row.salt) },
    after: { ...kept.after, ...commitments('after', row.after, row.salt) },
  }
  return { before: blanked(row.before), after: blanked(row.after), salt: null, commitments: JSON.stringify(next) }
}
