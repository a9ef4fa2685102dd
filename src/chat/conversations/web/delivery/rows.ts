import type { Message } from '../../chat.shapes.contract.ts'
import type { Pending, Row } from './chatClient.ts'
import { plainId } from './plainId.ts'
import type { Stretch } from './stretch.ts'

/** Another person's `clientId` is theirs to choose, so it is no key here. */
const keyOf = (message: Message, myId: string): string => (message.sender._id === myId ? plainId(message.clientId) : message._id)

type Parts = {
  messages: Stretch
  /** One's own messages that the server has, while those before them are still missing. */
  sent: readonly Message[]
  pending: readonly Pending[]
  myId: string
}

/** Makes rows; a message that has not changed keeps its row, so that its part of the screen is not drawn again. */
export const rowMaker = () => {
  const made = new WeakMap<object, Row>()
  const rowOf = (message: Message, myId: string): Row => {
    const known = made.get(message)
    if (known) return known
    const row: Row = { key: keyOf(message, myId), message }
    made.set(message, row)
    return row
  }
  const pendingRow = (pending: Pending): Row => {
    const row = made.get(pending) ?? { key: plainId(pending.clientId), pending }
    made.set(pending, row)
    return row
  }
  return ({ messages, sent, pending, myId }: Parts): Row[] => {
    const rows = new Map<string, Row>()
    // A server may deliver one message under two numbers.
    for (const row of [...messages, ...sent].map((message) => rowOf(message, myId))) if (!rows.has(row.key)) rows.set(row.key, row)
    return [...rows.values(), ...pending.filter(({ clientId }) => !rows.has(plainId(clientId))).map(pendingRow)]
  }
}
