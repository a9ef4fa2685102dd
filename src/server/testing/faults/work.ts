import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { clientHeader } from '../balancer.ts'
import { isHard } from '../hard.ts'
import { uploadForm } from '../library.ts'
import type { Place, SignedIn } from '../nodes.ts'
import { pdf } from '../pdf.ts'

/** A hall whose people work while something fails. `place` is asked for each call, so that the server may move. */
export type Hall = { place: () => Place; admin: SignedIn; students: readonly SignedIn[]; category: string }

type Reply = { status: number; retryAfter: string | null; ms: number; body: Record<string, unknown> }

/** Longer than any reply may take. */
const CALL_MS = 60_000

/** One call; status 0 if no reply came. */
export const send = async (place: Place, { token, _id }: SignedIn, method: string, path: string, body?: object): Promise<Reply> => {
  const form = body instanceof FormData
  const headers = { authorization: token, [clientHeader]: _id, ...(body && !form && { 'content-type': 'application/json' }) }
  const started = performance.now()
  const ms = () => Math.round(performance.now() - started)
  try {
    const reply = await fetch(`http://127.0.0.1:${place.port}/api${path}`, {
      method,
      headers,
      signal: AbortSignal.timeout(CALL_MS),
      ...(body && { body: form ? body : JSON.stringify(body) }),
    })
    const text = await reply.text()
    return { status: reply.status, retryAfter: reply.headers.get('retry-after'), ms: ms(), body: text ? JSON.parse(text) : {} }
  } catch {
    return { status: 0, retryAfter: null, ms: ms(), body: {} }
  }
}

export type Sent = { id: string; content: string; sender: string }
/** What was acknowledged, by the key that the client chose: its `clientId` or, for reactions, the message and the person. */
export type Acknowledged = {
  messages: Map<string, Sent>
  payments: Map<string, { id: string; amount: number; student: string }>
  documents: Map<string, { id: string; title: string; sha256: string }>
  /** The emoji that a person set last, by message and person. */
  reactions: Map<string, string>
}

type Slow = { ms: number; what: string }
export type Longest = { call: Slow; upload: Slow }

export type Work = {
  acknowledged: Acknowledged
  /** How many calls were replied to with each status; `503 without Retry-After` is a mistake. */
  said: Map<string, number>
  count: () => number
  /** The call and the upload whose reply took longest. */
  longest: Longest
  /** Notes how long another reply took. */
  note: (path: string, reply: { status: number; ms: number }) => void
  /** Ends the work when every write that was begun is acknowledged. */
  finish: () => Promise<void>
}

const documents = '/document'
const emojis = ['👍', '🎉', '🙏', '❤️'] as const
const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)] as T

const timing =
  (longest: Longest): Work['note'] =>
  (path, { status, ms }) => {
    const slowest = longest[path === documents ? 'upload' : 'call']
    if (ms > slowest.ms) Object.assign(slowest, { ms, what: `${path}: ${status}` })
  }

const counting = (said: Work['said'], note: Work['note']) => (path: string, reply: Reply) => {
  note(path, reply)
  const kind = reply.status === 503 && !reply.retryAfter ? '503 without Retry-After' : String(reply.status || 'none')
  said.set(kind, (said.get(kind) ?? 0) + 1)
}

/** How long a write is repeated after the end of the work, before it counts as impossible. */
const FINISH_MS = 120_000

/** Between two writes of a person, on average. What an ordinary run proves needs writes under way, and not as many as a machine can do. */
const PAUSE_MS = isHard ? 10 : 50

/**
 * People at work: students write in the group of everybody and react, a clerk takes payments and uploads books. Like the pages,
 * each repeats a write without a reply, or with a temporary refusal, under the same `clientId` until it is acknowledged. `before` is
 * what earlier work in the same hall was acknowledged.
 */
export const startWork = ({ place, admin, students, category }: Hall, { before }: { before?: Acknowledged | undefined } = {}): Work => {
  const said: Work['said'] = new Map()
  const acknowledged: Acknowledged = before ?? { messages: new Map(), payments: new Map(), documents: new Map(), reactions: new Map() }
  const earlier = acknowledged.messages.size
  let overAt: number | undefined
  const longest: Longest = { call: { ms: 0, what: '' }, upload: { ms: 0, what: '' } }
  const note = timing(longest)
  const count = counting(said, note)

  const repeat = async (person: SignedIn, method: string, path: string, makeBody: () => object): Promise<Reply['body']> => {
    for (;;) {
      const reply = await send(place(), person, method, path, makeBody())
      count(path, reply)
      if (reply.status >= 200 && reply.status < 300) return reply.body
      if (reply.status !== 0 && ![503, 507].includes(reply.status))
        throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
      if (overAt !== undefined && Date.now() > overAt + FINISH_MS) throw new Error(`${method} ${path} is never acknowledged`)
      await wait(50)
    }
  }

  const write = async (student: SignedIn, turn: number): Promise<void> => {
    const [clientId, content] = [randomUUID(), `${student.name} ${turn}`]
    const body = await repeat(student, 'POST', '/chat/conversations/general/messages', () => ({ content, clientId }))
    acknowledged.messages.set(clientId, { id: String(body._id), content, sender: student._id })
  }
  const react = async (student: SignedIn): Promise<void> => {
    const known = [...acknowledged.messages.values()].slice(-20)
    if (known.length === 0) return
    const [{ id }, emoji] = [pick(known), pick(emojis)]
    await repeat(student, 'POST', `/chat/messages/${id}/reactions`, () => ({ emoji, on: true }))
    acknowledged.reactions.set(`${id} ${student._id} ${emoji}`, emoji)
  }
  const pay = async (_: SignedIn, turn: number): Promise<void> => {
    const [clientId, { _id: student }, amount] = [randomUUID(), pick(students), 100 + turn]
    const sent = { studentId: student, amount, method: 'cash', clientId }
    const { _id } = await repeat(admin, 'POST', '/user/fees/payments', () => sent)
    acknowledged.payments.set(clientId, { id: String(_id), amount, student })
  }
  const upload = async (_: SignedIn, turn: number): Promise<void> => {
    const clientId = randomUUID()
    const title = `Book ${turn} ${clientId.slice(0, 8)}`
    const file = pdf({ title, bytes: 20_000 })
    const { _id } = await repeat(admin, 'POST', documents, () => uploadForm({ title, category, clientId, file }))
    acknowledged.documents.set(clientId, { id: String(_id), title, sha256: createHash('sha256').update(file).digest('hex') })
  }

  const keepOn = async (task: (person: SignedIn, turn: number) => Promise<void>, person: SignedIn): Promise<void> => {
    // Beyond the turns of earlier work, so that no text is written twice.
    for (let turn = earlier + 1; overAt === undefined; turn++) {
      await task(person, turn)
      await wait(Math.random() * 2 * PAUSE_MS)
    }
  }
  const working = [
    ...students.map((student) => keepOn(write, student)),
    ...students.slice(0, 2).map((student) => keepOn(react, student)),
    ...[pay, pay, upload].map((task) => keepOn(task, admin)),
  ]
  // A failure is reported by `finish`.
  for (const work of working) work.catch(() => {})
  return {
    acknowledged,
    said,
    longest,
    note,
    count: () => Object.values(acknowledged).reduce((sum, { size }) => sum + size, 0),
    finish: async () => {
      overAt ??= Date.now()
      await Promise.all(working)
    },
  }
}
