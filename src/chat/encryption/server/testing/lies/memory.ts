import type { Field } from './fields.ts'
import { slotsOf } from './slots.ts'

type Known = { about: string; value: unknown; text: string }

/** The values of one property that the liar remembers. */
const most = 60

/** Keyed by object and value, so that each is remembered once. */
type Values = Map<string, Known>

/** Everything that the server has ever returned, by property, the earliest first. */
export class Memory {
  readonly #known: Map<string, Values>

  constructor(known: ReadonlyMap<string, Values> = new Map()) {
    this.#known = new Map([...known].map(([property, values]) => [property, new Map(values)]))
  }

  copy(): Memory {
    return new Memory(this.#known)
  }

  learn(fields: readonly Field[], answer: unknown, about: string): void {
    for (const field of fields)
      for (const slot of slotsOf(field, answer, about)) this.#note(slot.property, slot.about, slot.holder[slot.key])
  }

  #note(property: string, about: string, value: unknown): void {
    const values = this.#known.get(property) ?? new Map<string, Known>()
    this.#known.set(property, values)
    const text = JSON.stringify(value) ?? ''
    const key = `${about} ${text}`
    if (values.size < most && !values.has(key)) values.set(key, { about, text, value: structuredClone(value) })
  }

  #of(property: string): Known[] {
    return [...(this.#known.get(property)?.values() ?? [])]
  }

  /** Returns the first value of this object’s property, if it has changed since. */
  older(property: string, about: string, value: unknown): Known | undefined {
    const first = this.#of(property).find((one) => one.about === about)
    return first && first.text !== JSON.stringify(value) ? first : undefined
  }

  /** Returns another object’s value of the property. */
  ofAnother(property: string, about: string, value: unknown): Known | undefined {
    const text = JSON.stringify(value) ?? ''
    return this.#of(property).findLast((one) => one.about !== about && one.text !== text && one.text !== 'null')
  }
}
