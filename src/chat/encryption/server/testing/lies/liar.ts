import { chatApi } from '#chat/conversations/chat.contract.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { encryptionApi } from '../../../encryption.contract.ts'
import { type Field, fieldsOf, nameOf, type Schema } from './fields.ts'
import type { Ghost } from './ghost.ts'
import type { Memory } from './memory.ts'
import { randomFrom } from './random.ts'
import { slotsOf } from './slots.ts'
import { gone, unchanged, ways } from './ways.ts'

/** One way of lying about one field of one answer or event. */
export type Lie = { name: string; source: string; field: Field; way: string; isLastItem: boolean }

const events = (await import(new URL('../../../../conversations/web/delivery/events.ts', import.meta.url).href)) as {
  chatEvents: Record<string, Schema>
}

export const sourceOf = ({ method, path }: Endpoint): string => `${method} ${path}`
export const eventSource = (event: string): string => `event ${event}`

/** Every answer and event of chat and encryption, with its fields. */
export const sources: ReadonlyMap<string, readonly Field[]> = new Map([
  ...Object.values<Endpoint>({ ...chatApi, ...encryptionApi }).flatMap((endpoint) =>
    endpoint.reply ? [[sourceOf(endpoint), fieldsOf(endpoint.reply)] as const] : [],
  ),
  ...Object.entries(events.chatEvents).map(([event, schema]) => [eventSource(event), fieldsOf(schema)] as const),
])

const liesAbout = (source: string, field: Field): Lie[] =>
  Object.entries(ways)
    .filter(([, { fits }]) => fits(field))
    .flatMap(([way]) => {
      const name = `${source} ${nameOf(field)}: ${way}`
      const everywhere = { name, source, field, way, isLastItem: false }
      return field.path.includes('[]') ? [everywhere, { ...everywhere, name: `${name}, in the last item`, isLastItem: true }] : [everywhere]
    })

/** Every lie that can be told. */
export const allLies: readonly Lie[] = [...sources].flatMap(([source, fields]) => fields.flatMap((field) => liesAbout(source, field)))

/** An honest answer or event, and what it is about as a whole. */
export type Heard = { source: string; answer: unknown; about: string }

/** A request as it left the browser. */
export type Sent = { endpoint: Endpoint; params: Record<string, string>; query: Record<string, unknown>; body: unknown }

/** What a server that plans its attack does: it answers by itself, which may be a refusal, or rewrites what it would answer. */
export type Plan = {
  instead?: (request: Sent) => object | undefined
  // biome-ignore lint/suspicious/noExplicitAny: a hostile server answers anything
  rewrite?: (source: string, answer: any, about: string) => unknown
}

/** For these it matters what was said before. */
const needsMemory = ['of another', 'older', 'with more']

type Needs = { lie: Lie | undefined; memory: Memory; ghost: Ghost; people: readonly string[] }

/** Sits between one browser and the server, and rewrites what the server answers. It remembers every honest answer before. */
export class Liar {
  /** How often it has told its lie. */
  told = 0
  /** Where it tells no lie: all that it could have lied about. */
  readonly heard: Heard[] = []
  /** In place of one lie, several that belong together. */
  plan: Plan = {}
  readonly #needs: Needs
  readonly #random: () => number

  constructor(needs: Needs) {
    this.#needs = needs
    this.#random = randomFrom(needs.lie?.name ?? '')
  }

  /** What the browser gets in place of this answer, which is about `about` as a whole. */
  say<T>(source: string, honest: T, about: string): T {
    const { lie, memory } = this.#needs
    if (!lie) this.heard.push({ source, about, answer: structuredClone(honest) })
    if (!lie || needsMemory.includes(lie.way)) memory.learn(sources.get(source) ?? [], honest, about)
    const answer = structuredClone(honest)
    if (lie?.source === source) this.#tell(lie, answer, about)
    return (this.plan.rewrite?.(source, answer, about) ?? answer) as T
  }

  #tell({ field, way, isLastItem }: Lie, answer: unknown, about: string): void {
    const { memory, ghost, people } = this.#needs
    const slots = slotsOf(field, answer, about, isLastItem)
    const everywhere = isLastItem ? slotsOf(field, answer, about) : slots
    const values = everywhere.map(({ holder, key, about: named }) => ({ about: named, value: structuredClone(holder[key]) }))
    for (const slot of slots) {
      const value = slot.holder[slot.key]
      const others = values.filter(({ about }) => about !== slot.about).map((one) => one.value)
      const next = ways[way]?.tell({ value, slot, field, others, memory, whole: about, ghost, people, random: this.#random })
      if (next === unchanged || JSON.stringify(next) === JSON.stringify(value)) continue
      this.told++
      if (next === gone) delete slot.holder[slot.key]
      else slot.holder[slot.key] = structuredClone(next)
    }
  }
}
