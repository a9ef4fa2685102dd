import { LRUCache } from 'lru-cache'
import type { Db } from '#server/db/tables.ts'
import { type Chain, extendChain, startChain } from '../encryption.chain.policy.ts'
import type { SignedList } from '../encryption.shapes.contract.ts'
import { listsOf, type Numbered } from './encryption.lists.db.ts'
import { nodePrimitives } from './encryption.primitives.ts'

/**
 * Verified chains by head, which is a hash of their whole content: verifying a long one again takes a second. Sizes are numbers
 * of lists.
 */
const known = new LRUCache<string, Chain>({ maxSize: 20_000, sizeCalculation: ({ hashes }) => hashes.length })

const nameOf = (userId: string, { generation, hash }: Numbered): string => `${userId} ${generation} ${hash}`

const remember = (chain: Chain): Chain => {
  known.set(nameOf(chain.userId, { ...chain, hash: chain.head }), chain)
  return chain
}

/** Extends a chain by one list. Throws ChainError if the list is rejected. */
export const extended = async (before: Chain | undefined, next: SignedList): Promise<Chain> =>
  before ? extendChain(nodePrimitives, before, next) : startChain(nodePrimitives, next)

/** Returns the stored chain of a person that ends with this list. */
export const storedChain = async (db: Db, userId: string, newest: Numbered): Promise<Chain> => {
  const cached = known.get(nameOf(userId, newest))
  if (cached) return cached
  const { generation, number } = newest
  let chain: Chain | undefined
  for (const { list } of await listsOf(db, { userId, generation, after: -1 }, number + 1)) chain = await extended(chain, JSON.parse(list))
  if (!chain || chain.head !== newest.hash) throw new Error(`The device lists of ${userId} are not those that were stored`)
  return remember(chain)
}
