import { createHash } from 'node:crypto'

/*
 * The format of the journal. It never changes: every digest and hash ever written is compared with it.
 *
 * An attacker who edits a row in SQL cannot make it match the digest of its entry; one who rewrites the entry breaks the chain
 * after it; and one who recomputes the whole chain gets other codes than those printed on receipts and closings.
 */

export type Value = string | number | null

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Returns the digest of a row, as 64 hexadecimal digits: of the name of its kind and its values, in the order of the kind's columns. */
export const digestOf = (kind: string, values: readonly Value[]): string => sha256(JSON.stringify([kind, ...values]))

/** One line of the journal. `seq` has no gaps; `prev` is the hash of the entry before it. */
export type Entry = { seq: number; kind: string; ref: string; digest: string; prev: string; hash: string }

/** The `prev` of the first entry. */
export const NOTHING_BEFORE = '0'.repeat(64)

export const hashOf = ({ seq, kind, ref, digest, prev }: Omit<Entry, 'hash'>): string =>
  sha256(JSON.stringify([seq, kind, ref, digest, prev]))

/** Returns the digest of a personal value of the audit. Without the salt it reveals nothing about the value. */
export const commitmentOf = (salt: string | null, side: 'before' | 'after', field: string, value: unknown): string =>
  sha256(JSON.stringify([salt, side, field, value]))

/** Computes the digest of the rows that existed before the journal, each given as kind, reference and digest in this order. */
export const genesisDigest = () => {
  const hash = createHash('sha256')
  return {
    add: (kind: string, ref: string, digest: string): void => void hash.update(`${JSON.stringify([kind, ref, digest])}\n`),
    end: (): string => hash.digest('hex'),
  }
}

/** Digits and capitals without I, L, O and U, so that a code can be read aloud and typed from paper. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LETTERS = 12

const lettersOf = (hash: string): string =>
  BigInt(`0x${hash.slice(0, 15)}`)
    .toString(2)
    .padStart(60, '0')
    .match(/.{5}/g)
    ?.map((bits) => alphabet[Number.parseInt(bits, 2)])
    .join('') ?? ''

/** Returns the verification code of an entry: its number and 60 bits of its hash, such as `128-7F3K-Q2MX-9D0A`. */
export const codeOf = ({ seq, hash }: Pick<Entry, 'seq' | 'hash'>): string => `${seq}-${lettersOf(hash).match(/.{4}/g)?.join('-')}`

/** Parses a code as typed from paper: in any case, with or without its dashes, O for 0, and I or L for 1. */
export const parseCode = (typed: string): { seq: number; letters: string } | undefined => {
  const [, seq, rest = ''] = /^\s*(\d{1,15})[\s-]+(.*)$/.exec(typed) ?? []
  const letters = rest.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  const isCode = seq !== undefined && letters.length === LETTERS && [...letters].every((letter) => alphabet.includes(letter))
  return isCode ? { seq: Number(seq), letters } : undefined
}

/** Returns whether a typed code is that of this entry. */
export const isCodeOf = (letters: string, hash: string): boolean => lettersOf(hash) === letters
