import type { Message } from '../../../conversations.shapes.contract.ts'
import type { Pending, Row } from '../chatClient.ts'
import { plainId } from './plainId.ts'
import type { Stretch } from './stretch.ts'

/** Other people choose their own `clientId`, so it is not a safe key for their messages. */
const keyOf = (message: Message, myId: string): string => (message.sender._id === myId ? plainId(message.clientId) : message._id)

type LogContents = {
  messages: Stretch
  /** One's own messages that the server has, while messages before them are still missing. */
  sent: readonly Message[]
  pending: readonly Pending[]
  myId: string
}

/** Creates rows. An unchanged message keeps its row object, so that it is not rendered again. */
export const makeRows = () => {
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
  return ({ messages, sent, pending, myId }: LogContents): Row[] => {
    const rows = new Map<string, Row>()
    // A malicious server may deliver one message under two numbers.
    for (const row of [...messages, ...sent].map((message) => rowOf(message, myId))) if (!rows.has(row.key)) rows.set(row.key, row)
    return [...rows.values(), ...pending.filter(({ clientId }) => !rows.has(plainId(clientId))).map(pendingRow)]
  }
}
