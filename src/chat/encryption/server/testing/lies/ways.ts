import type { Field, Kind } from './fields.ts'
import type { Ghost } from './ghost.ts'
import type { Memory } from './memory.ts'
import { signedByLiar } from './signing.ts'
import type { Slot } from './slots.ts'

/** The value stays unchanged: this lie is impossible here. */
export const unchanged = Symbol('unchanged')
/** The field is omitted. */
export const gone = Symbol('gone')

export type Telling = {
  value: unknown
  slot: Slot
  field: Field
  /** Returns the same field of the other objects in the same response. */
  others: readonly unknown[]
  memory: Memory
  /** Returns the object of the whole response: for keys, the conversation. */
  whole: string
  ghost: Ghost
  /** Returns the people of the hall, in turn. */
  people: readonly string[]
  random: () => number
}

type Way = { fits: (field: Field) => boolean; tell: (telling: Telling) => unknown }

const any = () => true
const kinds =
  (...fitting: Kind[]) =>
  ({ kind }: Field) =>
    fitting.includes(kind)
const lastNames =
  (...names: string[]) =>
  ({ path }: Field) =>
    names.includes(path.at(-1) ?? '')

const differs = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other)

const isInstant = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)
const yearLater = (instant: string): string => `${Number(instant.slice(0, 4)) + 1}${instant.slice(4)}`

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Keeps the length and all non-letters: base64 stays base64, a UUID stays a UUID. */
const randomText = (text: string, random: () => number): string => {
  const isHex = /^[0-9a-f-]+$/.test(text)
  return text.replace(/[A-Za-z0-9]/g, () =>
    isHex ? Math.floor(random() * 16).toString(16) : (letters[Math.floor(random() * letters.length)] ?? 'A'),
  )
}

const randomOf = ({ value, field: { kind, choices }, random }: Telling): unknown => {
  if (kind === 'choice') return choices.find((choice) => choice !== value) ?? (typeof value === 'number' ? value + 1 : 'strange')
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return Math.floor(random() * 1_000)
  if (isInstant(value)) return new Date(Math.floor(random() * 1.8e12)).toISOString()
  return typeof value === 'string' ? randomText(value, random) : unchanged
}

const ofAnother = ({ value, slot, others, memory }: Telling): unknown => {
  const beside = others.find((other) => other !== null && other !== undefined && differs(other, value))
  return beside ?? memory.ofAnother(slot.property, slot.about, value)?.value ?? unchanged
}

const listed = (change: (items: readonly unknown[], telling: Telling) => readonly unknown[]) => (telling: Telling) =>
  Array.isArray(telling.value) && telling.value.length > 0 ? [...change(telling.value, telling)] : unchanged

/** Adds a device of the liar to the listed ones, as a member’s; where devices are only named, adds its name. */
const withGhost = ({ value, ghost, people: [victim] }: Telling): unknown => {
  if (!Array.isArray(value) || value.length === 0) return unchanged
  if (typeof value[0] === 'string') return [...value, ghost.deviceId]
  const like = value.find((one) => one?.userId !== victim) ?? value[0]
  if (typeof like !== 'object' || !('publicKeyPem' in like)) return unchanged
  const { deviceId, publicKeyPem, signingKeyPem } = ghost
  return [...value, { ...like, deviceId, publicKeyPem, signingKeyPem, ...('_id' in like && { _id: deviceId }) }]
}

/** Every way to lie about a field. */
export const ways: Record<string, Way> = {
  dropped: { fits: any, tell: () => gone },
  null: { fits: any, tell: ({ value }) => (value === null ? unchanged : null) },
  'of another': { fits: any, tell: ofAnother },
  older: { fits: any, tell: ({ value, slot, memory }) => memory.older(slot.property, slot.about, value)?.value ?? unchanged },
  random: { fits: kinds('number', 'boolean', 'choice', 'id', 'deviceId', 'string'), tell: randomOf },
  larger: {
    fits: kinds('number', 'string'),
    tell: ({ value }) => (typeof value === 'number' ? value + 1 : isInstant(value) ? yearLater(value) : unchanged),
  },
  huge: { fits: kinds('number'), tell: ({ value }) => (typeof value === 'number' ? 1_000_000 : unchanged) },
  zero: { fits: kinds('number'), tell: ({ value }) => (typeof value === 'number' ? 0 : unchanged) },
  "another person's": {
    fits: kinds('id'),
    tell: ({ value, people }) => people[(people.indexOf(String(value)) + 1) % people.length] ?? unchanged,
  },
  "the liar's": {
    fits: (field) =>
      field.kind === 'deviceId' || lastNames('publicKeyPem', 'signingKeyPem', 'byDevice', 'sharedBy', 'firstDeviceId')(field),
    tell: ({ field: { path }, ghost }) => ghost[path.at(-1) as keyof Ghost] ?? ghost.deviceId,
  },
  emptied: { fits: kinds('array'), tell: listed(() => []) },
  shortened: { fits: kinds('array'), tell: listed((items) => items.slice(0, -1)) },
  doubled: { fits: kinds('array'), tell: listed((items) => [...items, ...items.slice(-1)]) },
  reversed: { fits: kinds('array'), tell: listed((items) => items.toReversed()) },
  'with more': {
    fits: kinds('array'),
    tell: listed((items, { slot, memory, value }) => {
      const more = memory.ofAnother(slot.property, slot.about, value)?.value
      return Array.isArray(more) ? [...items, ...more] : items
    }),
  },
  "with the liar's": { fits: kinds('array'), tell: withGhost },
  'signed by the liar': {
    fits: (field) => lastNames('header')(field) || (field.kind === 'array' && lastNames('items')(field)),
    tell: ({ value, slot, whole, ghost }) => signedByLiar(ghost, value, slot.holder, whole) ?? unchanged,
  },
}
