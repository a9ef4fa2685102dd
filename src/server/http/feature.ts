import type { Api, Endpoint, FilePart, Input, Reply } from '#contract/endpoint.ts'
import type { Topic } from '#contract/topics.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import type { ReceivedFile } from '#server/files/storage.ts'
import type { Kind } from '#server/journal/kind.ts'
import type { Ctx, OpenCtx, Platform } from '#server/platform.ts'
import type { Channel } from '#server/realtime/channel.ts'
import type { Room } from '#server/realtime/live.ts'
import type { Streamed } from './fileAnswer.ts'
import type { HtmlHook, PublicRoute } from './html.ts'

/** `file` is there exactly where the contract declares one; it may be absent where it is not required. */
type Received<E> = E extends { form: { file: infer F extends FilePart } }
  ? { file: F extends { required: string } ? ReceivedFile : ReceivedFile | undefined }
  : unknown

/** A call as a service function receives it: validated, with the received file where one is declared. */
export type Request<E extends Endpoint> = Input<E> & Received<E>

/** A call without a reply answers nothing, and whatever its function returns is dropped. */
type Answer<E extends Endpoint> = E extends { stream: true } ? Streamed : E extends { reply: object } ? Reply<E> : unknown

/** The functions that answer a contract: one for each endpoint, under the endpoint's own name. */
export type Service<A extends Api> = {
  [K in keyof A]: (ctx: A[K]['access'] extends 'anyone' ? OpenCtx : Ctx, request: Request<A[K]>) => Promise<Answer<A[K]>>
}

/** Work that a feature does by itself. Of several nodes each does it, or only one at a time where it is `alone`. */
export type Job = { name: string; everySeconds: number; alone?: true; run: (platform: Platform) => Promise<void> }

/** What a new student brings who was here before Carrel: the last month that was paid, and what was owed, in paise, and why. */
export type Opening = { paidUpTo: number | null; oldDues: number | null; reason: string }

/** A student pays less than others from now on, or at least something else: amounts in paise, or the month as a number. */
export type Concession = {
  userId: string
  kind: 'monthly-fee' | 'paid-up-to'
  beforeValue: number | null
  afterValue: number | null
  reason: string
}

/** What features do when others make or take away what they refer to, in the transaction that does so. */
export type Hooks = {
  /** Of a new account; what it brings is there for students alone. */
  onPersonCreated: (tx: Db, ctx: Pick<OpenCtx, 'me' | 'now' | 'config'>, person: { id: string } & Opening) => Promise<void>
  onConcession: (tx: Db, ctx: Pick<OpenCtx, 'me' | 'now'>, concession: Concession) => Promise<void>
  onPersonRemoved: (tx: Db, personId: string) => Promise<void>
  /** Of documents that can still be restored. */
  onDocumentsRemoved: (tx: Db, documentIds: readonly string[]) => Promise<void>
  /** Of documents that go for good; those are removed before. */
  onDocumentsPurged: (tx: Db, documentIds: readonly string[]) => Promise<void>
  /** Before an archive is made, or a cash box is closed: what is written late is written now. */
  onSealing: (tx: Db) => Promise<void>
  /** Of stored contents that no row names any more. */
  onContentsReleased: (tx: Db, hashes: readonly string[]) => Promise<void>
  /** Of messages whose content goes for good; their rows stay. */
  onMessagesErased: (tx: Db, messageIds: readonly string[]) => Promise<void>
}

export type CheckNeeds = Pick<Platform, 'db' | 'storage'> & {
  /** A verification code from paper, with which the journal is compared. */
  head?: string | undefined
}

/**
 * What `npm run doctor` and the page /system look after: returns one sentence for each thing that is wrong, for the person who
 * runs the installation. It changes nothing, and runs beside people at work.
 */
export type Check = { name: string; run: (needs: CheckNeeds) => Promise<string[]> }

/** A column that names a stored content, and so keeps it. */
export type FileColumn = { table: keyof Tables; column: string }

/** Judges a call by its address before anything of its body is read, so that what is not visible is told first. */
type Guard<E extends Endpoint> = (ctx: Ctx, address: Pick<Input<E>, 'params' | 'query'>) => Promise<unknown>

type Plug<A extends Api> = Partial<Hooks> & {
  /** Parts of the real-time channel. */
  channel?: Partial<Channel>
  guards?: { [K in keyof A]?: Guard<A[K]> }
  jobs?: readonly Job[]
  checks?: readonly Check[]
  /**
   * Calls whose answer depends on nothing but the address, the role and the topics that it shows: not on the person, and of
   * the clock on nothing but the day in UTC and what `ctx.staleAt` says. It is cached until one of the topics changes.
   */
  cached?: readonly CacheableName<A>[]
  /** The tables that this feature alone writes, each with the topic that its rows belong to, or null where nobody sees them. */
  tables?: Partial<Record<keyof Tables, Topic | null>>
  files?: readonly FileColumn[]
  /** What of its rows the journal covers. */
  journal?: readonly Kind[]
  html?: HtmlHook
  publicRoutes?: readonly PublicRoute[]
}
type CacheableName<A extends Api> = { [K in keyof A]: A[K] extends { method: 'GET'; reply: object } ? K : never }[keyof A]

/** One feature as the platform knows it. */
export type Feature = Partial<Hooks> & {
  api: Api
  channel: Partial<Channel>
  guards: Record<string, ((ctx: never, address: never) => Promise<unknown>) | undefined>
  service: Record<string, (ctx: never, request: never) => Promise<unknown>>
  jobs: readonly Job[]
  checks: readonly Check[]
  cached: readonly string[]
  tables: Partial<Record<keyof Tables, Topic | null>>
  files: readonly FileColumn[]
  journal: readonly Kind[]
  html?: HtmlHook
  publicRoutes: readonly PublicRoute[]
}

/** Joins a contract to the functions that answer it and to the rest of the house: a missing or ill-typed function does not compile. */
export const feature = <A extends Api>(api: A, service: Service<A>, plug: Plug<A> = {}): Feature => ({
  jobs: [],
  checks: [],
  tables: {},
  files: [],
  journal: [],
  publicRoutes: [],
  channel: {},
  ...plug,
  guards: (plug.guards ?? {}) as Feature['guards'],
  cached: (plug.cached ?? []) as readonly string[],
  api,
  service: service as unknown as Feature['service'],
})

/** Calls one hook of all features, one after the other: on SQLite and PostgreSQL a transaction runs one statement at a time. */
const all =
  <A extends unknown[]>(hooks: readonly (((...args: A) => Promise<void>) | undefined)[]) =>
  async (...args: A): Promise<void> => {
    for (const hook of hooks) await hook?.(...args)
  }

/** The hooks of all features as services call them: `ctx.hooks.onPersonRemoved(tx, id)`. */
export const hooksOf = (features: readonly Feature[]): Hooks => ({
  onPersonCreated: all(features.map(({ onPersonCreated }) => onPersonCreated)),
  onConcession: all(features.map(({ onConcession }) => onConcession)),
  onPersonRemoved: all(features.map(({ onPersonRemoved }) => onPersonRemoved)),
  onDocumentsRemoved: all(features.map(({ onDocumentsRemoved }) => onDocumentsRemoved)),
  onDocumentsPurged: all(features.map(({ onDocumentsPurged }) => onDocumentsPurged)),
  onSealing: all(features.map(({ onSealing }) => onSealing)),
  onContentsReleased: all(features.map(({ onContentsReleased }) => onContentsReleased)),
  onMessagesErased: all(features.map(({ onMessagesErased }) => onMessagesErased)),
})

type RoomsAmong = Channel['roomsAmong']

/** The rooms of one person after the other: every process of an installation asks this of all its sockets at once. */
const oneByOne =
  (roomsOf: NonNullable<Channel['roomsOf']>): RoomsAmong =>
  async (platform, persons) => {
    const rooms = new Map<string, readonly Room[]>()
    for (const person of persons) rooms.set(person._id, await roomsOf(platform, person))
    return rooms
  }

const roomsAmongOf = ({ roomsAmong, roomsOf }: Partial<Channel>): RoomsAmong =>
  roomsAmong ?? (roomsOf ? oneByOne(roomsOf) : async () => new Map())

/** The real-time channel of all features together. */
export const channelOf = (features: readonly Feature[]): Channel => {
  const parts = features.map(({ channel }) => channel)
  const among = parts.map(roomsAmongOf)
  return {
    roomsAmong: async (platform, persons) => {
      const all = await Promise.all(among.map((ask) => ask(platform, persons)))
      return new Map(persons.map(({ _id }) => [_id, all.flatMap((rooms) => rooms.get(_id) ?? [])]))
    },
    roomsOf: async (platform, me) => (await Promise.all(parts.map((part) => part.roomsOf?.(platform, me) ?? []))).flat(),
    events: Object.assign({}, ...parts.map(({ events }) => events)),
    onOnline: all(parts.map(({ onOnline }) => onOnline)),
    onOffline: all(parts.map(({ onOffline }) => onOffline)),
  }
}
