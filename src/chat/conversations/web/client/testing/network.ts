import type { Endpoint } from '#contract/endpoint.ts'
import { CallError } from '#web/api/callError.ts'
import { asDeclared } from '#web/api/declaredEvents.ts'
import type { Connection } from '#web/api/socketEvents.ts'
import { makeStore } from '#web/api/store.ts'
import { conversationCalls } from '../../../conversations.calls.contract.ts'
import { sendFile } from '../../../conversations.files.contract.ts'
import { messageCalls } from '../../../conversations.messages.contract.ts'
import type { Call, ChatSocket } from '../environment.ts'
import type { ChatServer } from './chatServer.ts'
import type { World } from './world.ts'

/** Probabilities from 0 to 1. */
export type Weather = {
  /** A call or its response is lost. */
  loss: number
  /** An event is lost, duplicated, or delayed and reordered. */
  eventLoss: number
  eventDouble: number
  eventDelay: number
  slowestMs: number
}

export const calm: Weather = { loss: 0, eventLoss: 0, eventDouble: 0, eventDelay: 0, slowestMs: 20 }
export const stormy: Weather = { loss: 0.25, eventLoss: 0.2, eventDouble: 0.2, eventDelay: 0.5, slowestMs: 1_500 }

export const noNetwork = (): CallError => new CallError(0, { code: 'network', message: 'The server could not be reached.' }, false)

type Sent = {
  params?: { id?: string }
  query?: Record<string, string>
  body?: Record<string, unknown>
  file?: File
}
export type Received = { endpoint: Endpoint; sent: Sent }

/** The server’s handling of a call. */
const serve = (server: ChatServer, me: string, endpoint: Endpoint, { params = {}, query = {}, body = {}, file }: Sent): unknown => {
  const id = String(params.id)
  const posted = body as { content: string | null; replyTo: string | null; clientId: string }
  switch (endpoint as unknown) {
    case conversationCalls.conversations:
      return { items: server.list(me), nextCursor: null }
    case conversationCalls.conversation:
      return server.shown(me, id)
    case conversationCalls.markRead:
      return server.read(me, id, Number(body.seq))
    case conversationCalls.markUnread:
      return undefined
    case messageCalls.messages:
      return server.messages(me, id, query)
    case messageCalls.post:
      return server.post(me, id, posted)
    case sendFile: {
      const attachment = { originalName: file?.name ?? '', mediaType: file?.type ?? '', size: file?.size ?? 0 }
      return server.post(me, id, { ...posted, attachment: { url: '', previewUrl: null, width: null, height: null, ...attachment } })
    }
    case messageCalls.edit:
      return server.edit(me, id, body)
    case messageCalls.remove:
      return server.remove(me, id)
    case messageCalls.react:
      return server.react(me, id, String(body.emoji), body.on === true)
    default:
      throw new Error(`${endpoint.path} is not played`)
  }
}

/** The connection of one tab to the server: its calls and its socket. */
export class Line {
  weather = calm
  isOnline = true
  /** Each call that reached the server. */
  readonly received: Received[] = []
  readonly emitted: unknown[][] = []
  /** Called before the server receives a call; an error it throws becomes the response. */
  intercept: (endpoint: Endpoint, sent: Sent) => unknown = () => undefined
  readonly #handlers = new Map<string, Set<(payload: unknown) => void>>()
  readonly #connection = makeStore<Connection>('disconnected')
  readonly #epoch = makeStore<string | null>(null)
  readonly #parts: { world: World; server: ChatServer; me: string; isGone: () => boolean }

  constructor(world: World, server: ChatServer, me: string, isGone: () => boolean) {
    this.#parts = { world, server, me, isGone }
  }

  readonly socket: ChatSocket = {
    connection: this.#connection,
    epoch: this.#epoch,
    on: (event, handler) => {
      const handlers = this.#handlers.get(event.name) ?? new Set()
      const checked = asDeclared(event, handler)
      this.#handlers.set(event.name, handlers.add(checked))
      return () => void handlers.delete(checked)
    },
    emit: ({ name }, input) => void this.emitted.push([name, input]),
  }

  get isConnected(): boolean {
    return this.#connection.get() === 'connected'
  }

  connect(): void {
    if (this.#parts.isGone()) return
    this.#connection.set('connected')
    this.#epoch.set(this.#parts.server.epoch)
  }

  disconnect(): void {
    this.#connection.set('disconnected')
  }

  hear(event: string, payload: unknown): void {
    if (this.#parts.isGone()) return
    for (const handler of [...(this.#handlers.get(event) ?? [])]) handler(structuredClone(payload))
  }

  /** An event in flight to this tab. */
  event(event: string, payload: unknown): void {
    const { world } = this.#parts
    const { eventLoss, eventDouble, eventDelay, slowestMs } = this.weather
    if (!this.isConnected || world.random() < eventLoss) return
    const times = world.random() < eventDouble ? 2 : 1
    for (let time = 0; time < times; time++) {
      const late = world.random() < eventDelay ? world.random() * slowestMs : 0
      world.after(5 + late, () => this.isConnected && this.hear(event, payload))
    }
  }

  readonly call: Call = async (endpoint, sending, options = {}) => {
    const { world, server, me, isGone } = this.#parts
    const never = new Promise<never>(() => {})
    const way = async (): Promise<void> => {
      await world.sleep(1 + world.random() * this.weather.slowestMs)
      if (isGone()) await never
      if (options.signal?.aborted) throw options.signal.reason
      if (!this.isOnline || world.random() < this.weather.loss) throw noNetwork()
    }
    const sent = { ...(sending as Sent) }
    await way()
    this.received.push({ endpoint, sent })
    const given = await this.intercept(endpoint, sent)
    const reply = given ?? serve(server, me, endpoint, sent)
    await way()
    // biome-ignore lint/suspicious/noExplicitAny: each endpoint answers something else.
    return structuredClone(reply) as any
  }
}
