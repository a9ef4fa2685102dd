/*
 * What an attacker can do here, and which line stops it. A person who has a session but no trusted device adds a device, or a member
 * adds one to another person: every list is verified as clients verify it (`extended`), and only the person can start a chain
 * (`assertMayStart`). Two nodes append at once: the number is assigned in the transaction that holds the lock, and only after the list
 * that was verified (`isSame`). A list names a device of another person: device rows never change owner (`matchDevices`).
 */

import { authorize } from '#chat/conversations/server/conversations.authorize.service.ts'
import { encryptedOf, requireNewKeysOf, tellEncryptable, tellKeysChanged } from '#chat/conversations/server/conversations.keys.service.ts'
import type { Reply } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { lock } from '#server/db/locks.ts'
import type { Db } from '#server/db/tables.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { pageOf } from '#server/http/paging.ts'
import { type Chain, ChainError, listHash } from '../encryption.chain.policy.ts'
import type { encryptionApi } from '../encryption.contract.ts'
import { encryptionLimits } from '../encryption.limits.ts'
import { listErrors } from '../encryption.lists.contract.ts'
import type { SignedList } from '../encryption.shapes.contract.ts'
import { extended, storedChain } from './encryption.chains.ts'
import { membersOf } from './encryption.keys.db.ts'
import * as rows from './encryption.lists.db.ts'
import { type AddedList, matchDevices } from './encryption.matching.service.ts'
import { nodePrimitives } from './encryption.primitives.ts'

type SaveLists = Input<typeof encryptionApi.saveLists>['body']

/** A guard: allows a person's own lists, and those of people whose messages the caller can see. */
export const mustSeeLists = async ({ db, me }: Ctx, { params: { id } }: { params: { id: string } }): Promise<void> => {
  if (id !== me._id && !(await rows.haveMet(db, me._id, id))) throw new AppError(commonErrors.notFound)
}

export const lists = async (
  ctx: Ctx,
  { params, query: { generation: asked, after = -1, limit } }: Input<typeof encryptionApi.lists>,
): Promise<Reply<typeof encryptionApi.lists>> => {
  await mustSeeLists(ctx, { params })
  const generation = asked ?? (await rows.newestOf(ctx.db, params.id))?.generation ?? 0
  const found = await rows.listsOf(ctx.db, { userId: params.id, generation, after }, limit + 1)
  const page = found.slice(0, limit)
  return {
    generation,
    items: page.map(({ list }) => JSON.parse(list)),
    nextCursor: found.length > limit ? String(page.at(-1)?.number) : null,
  }
}

/** Schema parts of a list of lists ordered by person and number. */
const byPlace = {
  write: ({ userId, number }: rows.ListPlace): string => `${userId}_${number}`,
  read: (cursor: string): rows.ListPlace | undefined => {
    const [, userId, number] = /^([0-9a-f-]{36})_(\d{1,9})$/.exec(cursor) ?? []
    return userId === undefined ? undefined : { userId, number: Number(number) }
  },
}

export const memberLists = async (
  ctx: Ctx,
  { params: { id }, query }: Input<typeof encryptionApi.memberLists>,
): Promise<Reply<typeof encryptionApi.memberLists>> => {
  const { db } = ctx
  const { builtIn } = await authorize(db, ctx, id, 'read')
  const hasTooMany = builtIn !== null || (await membersOf(db, id)).length > encryptionLimits.encryptedMembers
  const { items, nextCursor } = await pageOf(byPlace, query, async (limit, after) => (hasTooMany ? [] : rows.listsIn(db, id, limit, after)))
  return { items: items.map(({ list }) => JSON.parse(list)), nextCursor }
}

/** The verified lists to store. `base` is the newest stored list they were verified against. */
type Plan = { base: rows.Numbered | undefined; chain: Chain | undefined; added: AddedList[] }

const isSame = (one: rows.Numbered | undefined, other: rows.Numbered | undefined): boolean =>
  one?.generation === other?.generation && one?.number === other?.number && one?.hash === other?.hash

/**
 * Returns whether this list is already stored, or was before it in the same call. Throws `listTaken` if another list has its
 * place.
 */
const isThere = async (db: Db, chain: Chain, list: SignedList): Promise<boolean> => {
  const { userId, generation, number } = list
  const isEarlier = generation < chain.generation
  if (!isEarlier && (generation > chain.generation || number > chain.number)) return false
  const [stored] = isEarlier ? await rows.hashesOf(db, userId, generation, [number]) : []
  const hash = isEarlier ? stored?.hash : chain.hashes[number]
  if (hash !== (await listHash(nodePrimitives, list))) throw new AppError(listErrors.listTaken)
  return true
}

/** Throws unless the list continues the chain, or the person it belongs to starts a new one with it. */
const assertMayStart = (chain: Chain | undefined, isOwn: boolean, { generation }: SignedList): void => {
  if (!isOwn && generation !== chain?.generation) throw new AppError(listErrors.listInvalid)
}

const next = async (chain: Chain | undefined, list: SignedList): Promise<Chain> =>
  extended(chain && list.generation > chain.generation ? undefined : chain, list)

/** Verifies the sent lists against the stored ones. Must not be called inside a transaction: a long chain takes a second. */
const verify = async (db: Db, userId: string, isOwn: boolean, sent: readonly SignedList[]): Promise<Plan> => {
  const base = await rows.newestOf(db, userId)
  let chain = base && (await storedChain(db, userId, base))
  const added: AddedList[] = []
  for (const list of sent) {
    if (list.userId !== userId) throw new AppError(listErrors.listInvalid)
    if (chain && (await isThere(db, chain, list))) continue
    assertMayStart(chain, isOwn, list)
    chain = await next(chain, list)
    added.push({ list, chain })
  }
  return { base, chain, added }
}

const verified = async (...given: Parameters<typeof verify>): Promise<Plan> => {
  try {
    return await verify(...given)
  } catch (error) {
    if (!(error instanceof ChainError)) throw error
    throw new AppError(error.reason === 'notNext' ? listErrors.listTaken : listErrors.listInvalid)
  }
}

type Outcome = { told: { id: string; pairKey: string | null }[]; isFirst: boolean }

/** Stores the verified lists. Returns undefined if another transaction won the race. */
const store = async (
  tx: Db,
  ctx: Ctx,
  { userId, recovery }: { userId: string; recovery: SaveLists['recovery'] },
  { base, chain, added }: Plan,
): Promise<Outcome | undefined> => {
  await lock(tx, 'devices')
  if (!isSame(base, await rows.newestOf(tx, userId))) return undefined
  const createdAt = ctx.now.toISOString()
  for (const { list, chain } of added) {
    const { generation, number } = list
    await rows.insertList(tx, { userId, generation, number, hash: chain.head, list: JSON.stringify(list), createdAt })
  }
  if (!chain) throw new AppError(listErrors.listInvalid)
  const { isChanged, isLess, isFirst } = await matchDevices(tx, ctx, { userId, recovery, chain, added })
  if (isChanged) ctx.notify('devices', [userId])
  if (added.length === 0) return { told: [], isFirst }
  return { told: isLess ? await requireNewKeysOf(tx, userId) : await encryptedOf(tx, userId), isFirst }
}

/** Concurrent calls for one person are retried; the third attempt finds what the others stored. */
const TRIES = 3

export const saveLists = async (
  ctx: Ctx,
  { body: { userId = ctx.me._id, lists: sent, recovery } }: Input<typeof encryptionApi.saveLists>,
): Promise<Reply<typeof encryptionApi.saveLists>> => {
  const isOwn = userId === ctx.me._id
  if (!isOwn && !(await rows.shareConversation(ctx.db, ctx.me._id, userId))) throw new AppError(commonErrors.notFound)
  if (!isOwn && recovery) throw new AppError(commonErrors.notAllowed)
  for (let tries = 0; tries < TRIES; tries++) {
    const plan = await verified(ctx.db, userId, isOwn, sent)
    const outcome = await ctx.transact((tx) => store(tx, ctx, { userId, recovery }, plan))
    if (!outcome || !plan.chain) continue
    tellKeysChanged(ctx, outcome.told)
    if (outcome.isFirst) await tellEncryptable(ctx, userId)
    const { generation, number, head } = plan.chain
    return { generation, number, head }
  }
  throw new AppError(listErrors.listTaken)
}
