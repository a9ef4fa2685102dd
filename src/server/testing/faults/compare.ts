import { createHash } from 'node:crypto'
import type { Message } from '#chat/conversations/conversations.shapes.contract.ts'
import type { Document } from '#library/documents/documents.contract.ts'
import type { FoundReceipt } from '#money/receipts/receipts.contract.ts'
import type { Place, SignedIn } from '../nodes.ts'
import { type Acknowledged, type Hall, send, type Work } from './work.ts'

/** What differs between what a server acknowledged and what it has; each list is empty if all is well. */
export type Differences = { lost: string[]; doubled: string[]; disordered: string[] }

const read = async (place: Place, person: SignedIn, path: string) => {
  const { status, body } = await send(place, person, 'GET', path)
  if (status !== 200) throw new Error(`GET ${path}: ${status}`)
  return body
}

const allMessages = async (place: Place, person: SignedIn, conversation = 'general'): Promise<Message[]> => {
  const all: Message[] = []
  for (;;) {
    const path = `/chat/conversations/${conversation}/messages?after=${all.at(-1)?.seq ?? 0}&limit=100`
    const { items, hasMore } = (await read(place, person, path)) as { items: Message[]; hasMore: boolean }
    all.push(...items)
    if (!hasMore) return all
  }
}

const allOf = async <T>(place: Place, person: SignedIn, path: string): Promise<T[]> => {
  const all: T[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await read(place, person, `${path}?limit=1000${cursor && `&cursor=${cursor}`}`)
    all.push(...(page.items as T[]))
    cursor = page.nextCursor as string | null
  }
  return all
}

const repeated = (values: readonly string[]): string[] => values.filter((value, at) => values.indexOf(value) !== at)

const compareMessages = (messages: readonly Message[], sent: Acknowledged['messages']): Differences => {
  const there = new Map(messages.map((message) => [message.clientId, message]))
  const positions = new Map<string, number>()
  const disordered = messages.flatMap(({ seq, sender, content }, at) => {
    const turn = Number(content?.split(' ').at(-1))
    const before = positions.get(sender._id) ?? 0
    positions.set(sender._id, turn)
    return seq === at + 1 && turn > before ? [] : [`message ${seq} at place ${at + 1}: "${content}" after turn ${before}`]
  })
  return {
    lost: [...sent].flatMap(([clientId, { id, content }]) => {
      const found = there.get(clientId)
      return found?._id === id && found.content === content ? [] : [`message "${content}"`]
    }),
    doubled: [...repeated(messages.map(({ clientId }) => clientId)), ...repeated(messages.map(({ content }) => content ?? ''))],
    disordered,
  }
}

const compareReactions = (messages: readonly Message[], set: Acknowledged['reactions']): Differences => {
  const there = messages.flatMap(({ _id, reactions }) => reactions.map(({ emoji, user }) => `${_id} ${user._id} ${emoji}`))
  const known = new Set(there)
  return { lost: [...set.keys()].filter((key) => !known.has(key)), doubled: repeated(there), disordered: [] }
}

const comparePayments = (payments: readonly FoundReceipt[], paid: Acknowledged['payments']): Differences => {
  const there = new Map(payments.map((payment) => [payment._id, payment]))
  const numbers = payments.map((payment) => Number(payment.number.split('/').at(-1))).toSorted((one, other) => one - other)
  const ids = new Set([...paid.values()].map(({ id }) => id))
  return {
    lost: [...paid.values()].filter(({ id, amount }) => there.get(id)?.amount !== amount).map(({ id }) => `payment ${id}`),
    doubled: payments.filter(({ _id }) => !ids.has(_id)).map((payment) => `receipt ${payment.number}, for which nobody asked`),
    disordered: numbers.flatMap((number, at) => (number === at + 1 ? [] : [`receipt number ${number} at place ${at + 1}`])),
  }
}

const compareDocuments = (documents: readonly Document[], uploaded: Acknowledged['documents']): Differences => {
  const there = new Map(documents.map(({ _id, title }) => [_id, title]))
  return {
    lost: [...uploaded.values()].filter(({ id, title }) => there.get(id) !== title).map(({ title }) => title),
    doubled: repeated(documents.map(({ title }) => title)),
    disordered: [],
  }
}

/** Compares the content of some of the uploads; the doctor reads all. */
const changedFiles = async (place: Place, { token }: SignedIn, documents: readonly Document[], uploaded: Acknowledged['documents']) => {
  const urls = new Map(documents.map(({ _id, fileUrl }) => [_id, fileUrl]))
  const changed: string[] = []
  for (const { id, title, sha256 } of [...uploaded.values()].slice(-20)) {
    const url = urls.get(id)
    // It is among the lost.
    if (!url) continue
    const reply = await fetch(`http://127.0.0.1:${place.port}${url}`, { headers: { authorization: token } })
    const hash = createHash('sha256').update(Buffer.from(await reply.arrayBuffer()))
    if (hash.digest('hex') !== sha256) changed.push(`the file of ${title} (${reply.status})`)
  }
  return changed
}

/** Reads everything back through a node and compares it with what was acknowledged. Needs the end of the work. */
export const compare = async (place: Place, { admin, students }: Hall, { acknowledged }: Work): Promise<Differences> => {
  const [student] = students
  if (!student) throw new Error('Nobody is there.')
  const messages = await allMessages(place, student)
  const documents = await allOf<Document>(place, admin, '/document')
  const payments = await allOf<FoundReceipt>(place, admin, '/user/fees/receipts')
  const found = [
    compareMessages(messages, acknowledged.messages),
    compareReactions(messages, acknowledged.reactions),
    comparePayments(payments, acknowledged.payments),
    compareDocuments(documents, acknowledged.documents),
    { lost: await changedFiles(place, admin, documents, acknowledged.documents), doubled: [], disordered: [] },
  ]
  return {
    lost: found.flatMap(({ lost }) => lost),
    doubled: found.flatMap(({ doubled }) => doubled),
    disordered: found.flatMap(({ disordered }) => disordered),
  }
}
