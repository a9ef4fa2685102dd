import { chatApi } from '#chat/conversations/conversations.contract.ts'
import { chatEvents } from '#chat/conversations/conversations.events.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { randomFrom } from '#server/testing/random.ts'
import { encryptionApi } from '../../../encryption.contract.ts'
import { type Field, fieldsOf, nameOf } from './fields.ts'
import type { Ghost } from './ghost.ts'
import type { Memory } from './memory.ts'
import { slotsOf } from './slots.ts'
import { gone, unchanged, ways } from './ways.ts'

/** One way to lie about one field of one response or event. */
export type Lie = { name: string; source: string; field: Field; way: string; isLastItem: boolean }

export const sourceOf = ({ method, path }: Endpoint): string => `${method} ${path}`
export const eventSource = (event: string): string => `event ${event}`

/** Every response and event of chat and encryption, with its fields. */
const sources: ReadonlyMap<string, readonly Field[]> = new Map([
  ...Object.values<Endpoint>({ ...chatApi, ...encryptionApi }).flatMap((endpoint) =>
    endpoint.reply ? [[sourceOf(endpoint), fieldsOf(endpoint.reply)] as const] : [],
  ),
  ...Object.values(chatEvents).map(({ name, payload }) => [eventSource(name), fieldsOf(payload)] as const),
])

const liesAbout = (source: string, field: Field): Lie[] =>
  Object.entries(ways)
    .filter(([, { fits }]) => fits(field))
    .flatMap(([way]) => {
      const name = `${source} ${nameOf(field)}: ${way}`
      const everywhere = { name, source, field, way, isLastItem: false }
      return field.path.includes('[]') ? [everywhere, { ...everywhere, name: `${name}, in the last item`, isLastItem: true }] : [everywhere]
    })

/** Returns every possible lie. */
export const allLies: readonly Lie[] = [...sources].flatMap(([source, fields]) => fields.flatMap((field) => liesAbout(source, field)))

/** An honest response or event, and the object it is about. */
export type Heard = { source: string; answer: unknown; about: string }

/** A request as it left the browser. */
export type Sent = { endpoint: Endpoint; params: Record<string, string>; query: Record<string, unknown>; body: unknown }

/** A planned attack: the server responds itself, possibly with a rejection, or rewrites its honest response. */
export type Plan = {
  instead?: (request: Sent) => object | undefined
  // biome-ignore lint/suspicious/noExplicitAny: a hostile server answers anything
  rewrite?: (source: string, answer: any, about: string) => unknown
}

/** Kinds of lies that depend on earlier responses. */
const needsMemory = ['of another', 'older', 'with more']

type Needs = { lie: Lie | undefined; memory: Memory; ghost: Ghost; people: readonly string[] }

/** Sits between one browser and the server, and rewrites the responses. It remembers every earlier honest response. */
export class Liar {
  /** Number of times it has told its lie. */
  told = 0
  /** Without a lie: everything it could have lied about. */
  readonly heard: Heard[] = []
  /** Several combined lies, in place of one. */
  plan: Plan = {}
  readonly #needs: Needs
  readonly #random: () => number

  constructor(needs: Needs) {
    this.#needs = needs
    this.#random = randomFrom(needs.lie?.name ?? '')
  }

  /** Returns what the browser gets in place of this response, which is about `about`. */
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
