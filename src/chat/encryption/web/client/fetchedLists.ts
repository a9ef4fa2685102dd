import { type Chain, ChainError } from '../../encryption.chain.policy.ts'
import { encryptionApi } from '../../encryption.contract.ts'
import type { SignedList } from '../../encryption.shapes.contract.ts'
import { verifyChain } from '../crypto/deviceList.ts'
import type { EncryptionPorts } from './ports.ts'

/*
 * Device lists as the server returns them. They prove only that they are signed one by the other: whether they may be trusted is
 * decided by who compares them with the pinned chain (people.ts).
 */

type Call = EncryptionPorts['call']
type Asked = { userId: string; generation: number }

/** Lists that form one chain. */
export type VerifiedLists = { chain: Chain; lists: readonly SignedList[] }

/** Limit for a server that never returns a last page. */
const mostLists = 20_000

/** Returns the lists of a person's generation from above the number `after`; all of them with -1. */
export const fetchLists = async (call: Call, { userId, generation }: Asked, after: number): Promise<SignedList[]> => {
  const lists: SignedList[] = []
  for (let from = after; ; ) {
    const query = { generation: String(generation), ...(from >= 0 && { after: String(from) }) } as never
    const { items, nextCursor } = await call(encryptionApi.lists, { params: { id: userId }, query })
    lists.push(...items)
    from = items.at(-1)?.number ?? from
    if (nextCursor === null || items.length === 0 || lists.length > mostLists) return lists
  }
}

/** Returns the newest lists of all members of a conversation, by member. */
export const fetchMemberLists = async (call: Call, id: string): Promise<Map<string, SignedList[]>> => {
  const lists: SignedList[] = []
  for (let cursor: string | undefined; ; ) {
    const { items, nextCursor } = await call(encryptionApi.memberLists, { params: { id }, query: cursor ? { cursor } : {} })
    lists.push(...items)
    if (nextCursor === null || items.length === 0 || lists.length > mostLists) return Map.groupBy(lists, ({ userId }) => userId)
    cursor = nextCursor
  }
}

/** Returns the chain of these lists, or undefined if they are not validly signed, or of another person or generation. */
export const verified = async ({ userId, generation }: Asked, lists: readonly SignedList[]): Promise<VerifiedLists | undefined> => {
  try {
    const chain = await verifyChain(lists)
    return chain.userId === userId && chain.generation === generation ? { chain, lists } : undefined
  } catch (error) {
    if (error instanceof ChainError) return undefined
    throw error
  }
}

export const fetchChain = async (call: Call, asked: Asked): Promise<VerifiedLists | undefined> =>
  verified(asked, await fetchLists(call, asked, -1))

/** Returns the chain of the newest generation that the server names, or undefined if the person has no lists. */
export const newestChain = async (call: Call, userId: string): Promise<VerifiedLists | undefined> => {
  const { generation, items } = await call(encryptionApi.lists, { params: { id: userId }, query: { limit: '1' } as never })
  return items.length === 0 ? undefined : fetchChain(call, { userId, generation })
}
