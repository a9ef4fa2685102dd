import { type ErrorKind, withParams } from '#contract/errors.ts'
import { foldPhone } from '#contract/phone.ts'
import { toWhyNot } from '#contract/whyNot.ts'
import { fold } from '#server/db/fold.ts'
import type { Db } from '#server/db/tables.ts'
import { rosterRowErrors } from '../roster.problems.contract.ts'
import type { RosterDuplicate } from '../roster.register.contract.ts'
import * as rows from './roster.db.ts'

/** The fields that decide if two rows are the same person. */
type Candidate = { row: number; name: string; email: string | null; phone: string | null }
type Found = Pick<RosterDuplicate, 'field' | 'canImport'> & { kind: ErrorKind }

const TEN_DIGITS = 10
/**
 * Normalizes a phone number: numbers that are not mobile numbers are reduced to their last ten digits. Returns undefined for fewer
 * digits.
 */
const phoneKey = (phone: string | null): string | undefined => {
  const mobile = foldPhone(phone)
  if (mobile !== undefined) return mobile
  const digits = (phone ?? '').replace(/\D/g, '').slice(-TEN_DIGITS)
  return digits.length < TEN_DIGITS ? undefined : digits
}

const pushTo = <T>(map: Map<string, T[]>, key: string, value: T): void => {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}

type Known = { emails: Set<string>; phones: Map<string, { nameFolded: string; name: string }[]> }

const knownPeople = async (db: Db, candidates: readonly Candidate[]): Promise<Known> => {
  const emails = await rows.takenEmails(db, [...new Set(candidates.flatMap(({ email }) => (email === null ? [] : [fold(email)])))])
  const asked = new Set(candidates.map(({ phone }) => phoneKey(phone)).filter((key) => key !== undefined))
  const phones: Known['phones'] = new Map()
  for (const { phone, name, nameFolded } of asked.size === 0 ? [] : await rows.phones(db)) {
    const key = phoneKey(phone)
    if (key !== undefined && asked.has(key)) pushTo(phones, key, { name, nameFolded })
  }
  return { emails, phones }
}

/** Compares rows with accounts and with earlier rows. The same name with the same phone number is the same person, whatever the address. */
const makeComparer = ({ emails, phones }: Known) => {
  const emailRows = new Map<string, number>()
  const phoneRows = new Map<string, { row: number; nameFolded: string }[]>()
  const byPhone = (name: string, key: string): Found | undefined => {
    const isSame = ({ nameFolded }: { nameFolded: string }) => nameFolded === fold(name)
    const [accounts, earlier] = [phones.get(key) ?? [], phoneRows.get(key) ?? []]
    const [same, account, sameRow, row] = [accounts.find(isSame), accounts[0], earlier.find(isSame), earlier[0]]
    if (same) return { field: 'name', kind: withParams(rosterRowErrors.personKnown, { name }), canImport: false }
    if (sameRow) return { field: 'name', kind: withParams(rosterRowErrors.personTwice, { row: sameRow.row }), canImport: false }
    if (account) return { field: 'phone', kind: withParams(rosterRowErrors.phoneKnown, { name: account.name }), canImport: true }
    return row && { field: 'phone', kind: withParams(rosterRowErrors.phoneTwice, { row: row.row }), canImport: true }
  }
  return ({ row, name, email, phone }: Candidate): Found | undefined => {
    const [folded, key] = [fold(email ?? ''), phoneKey(phone)]
    const emailRow = emailRows.get(folded)
    const person = key === undefined ? undefined : byPhone(name, key)
    if (folded !== '' && emailRow === undefined) emailRows.set(folded, row)
    if (key !== undefined) pushTo(phoneRows, key, { row, nameFolded: fold(name) })
    if (folded !== '' && emails.has(folded))
      return { field: 'email', kind: withParams(rosterRowErrors.emailKnown, { email: email ?? '' }), canImport: false }
    if (emailRow !== undefined) return { field: 'email', kind: withParams(rosterRowErrors.emailTwice, { row: emailRow }), canImport: false }
    return person
  }
}

/** Returns the rows of people who have an account or an earlier row. Rows in `anyway` are not skipped if two people can share the field. */
export const findDuplicates = async (db: Db, candidates: readonly Candidate[], anyway: ReadonlySet<number>): Promise<RosterDuplicate[]> => {
  const compare = makeComparer(await knownPeople(db, candidates))
  return candidates.flatMap((candidate) => {
    const { row, name, email, phone } = candidate
    const found = compare(candidate)
    if (!found) return []
    const { field, canImport, kind } = found
    const value = { name, email: email ?? '', phone: phone ?? '' }[field]
    return [{ ...toWhyNot(kind), field, canImport, row, name, value, isSkipped: !(canImport && anyway.has(row)) }]
  })
}
