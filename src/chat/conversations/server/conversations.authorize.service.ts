/*
 * What an attacker can do here, and which line stops it. A person who is not, or no longer, in a conversation gets the same response
 * as for one that does not exist, in every call, before the body of the call is read (the guards of `conversations.feature.ts`). A call that
 * writes is checked again behind the lock of the conversation's row, so that nobody can write after they were removed, banned or
 * blocked: functions that write accept only what `authorize` returned in the transaction, so a forgotten check does not compile.
 */
import { type Actor, isAdmin } from '#contract/actor.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import type { ConversationsTable } from '#server/db/tables/chat.ts'
import type { Db } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transact.ts'
import type { Ctx, Platform } from '#server/feature/platform.ts'
import { writingPolicy } from '../conversations.writing.policy.ts'
import type { Authorized, AuthorizedPair, Locked, Right } from './conversations.authorized.ts'
import { hasStopOrBlock } from './conversations.blocks.db.ts'
import * as rows from './conversations.db.ts'
import { otherOf } from './conversations.rooms.ts'
import { type Judged, writingIn } from './conversations.writing.service.ts'

export type { Authorized, Locked } from './conversations.authorized.ts'

export type Caller = Pick<Platform, 'config'> & { me: Actor; now: Date }

const reasons = { write: writingPolicy.whyNotWrite, react: writingPolicy.whyNotTakePart }

const judge = async (db: Db, caller: Caller, conversation: Judged, right: keyof typeof reasons): Promise<void> => {
  const writing = (await writingIn({ ...caller, db }, [conversation])).get(conversation.id)
  const kind = writing && reasons[right](writing)
  if (kind) throw new AppError(kind)
}

/**
 * Returns whether the check before the transaction may be outdated: a ban or a block may have been added, or the group may have
 * become announcement-only. Runs at most one short query, because every message waits for it.
 */
const mayHaveChanged = async (tx: Db, { me, now }: Caller, conversation: Judged, right: Right): Promise<boolean> =>
  (right === 'write' && conversation.postPolicy === 'admins') ||
  (await hasStopOrBlock(tx, me._id, otherOf(conversation, me), now.toISOString()))

const find = async (db: Db, { me }: Caller, id: string, right: Right): Promise<Readonly<ConversationsTable>> => {
  if (right === 'moderate' && !isAdmin(me)) throw new AppError(commonErrors.notAllowed)
  const found = right === 'moderate' ? await rows.byId(db, id) : await rows.byIdOf(db, me._id, id)
  if (!found) throw new AppError(commonErrors.notFound)
  return found
}

/**
 * Returns a living conversation in which the caller has the right. Throws `notFound` if the caller is not a member, and the
 * reason if a member may not write or react. In a transaction, which has locked the conversation's row, it repeats the check made
 * `before` it.
 */
export function authorize(tx: Tx, caller: Caller, id: string, right: 'read'): Promise<Locked<'read'>>
export function authorize(tx: Tx, caller: Caller, id: string, right: 'moderate'): Promise<Locked<'moderate'>>
export function authorize<R extends 'react' | 'write'>(tx: Tx, caller: Caller, before: Authorized<R>, right: R): Promise<Locked<R>>
export function authorize<R extends Right>(db: Db, caller: Caller, of: string | Authorized<'read'>, right: R): Promise<Authorized<R>>
export async function authorize(db: Db, caller: Caller, of: string | Authorized<never>, right: Right): Promise<Locked<Right>> {
  const isKnown = typeof of !== 'string' && !db.isTransaction
  const conversation = isKnown ? of : await find(db, caller, typeof of === 'string' ? of : of.id, right)
  const isWriting = right === 'write' || right === 'react'
  if (isWriting && (!db.isTransaction || (await mayHaveChanged(db, caller, conversation, right))))
    await judge(db, caller, conversation, right)
  return conversation as Locked<Right>
}

/** Throws the reason if the caller may not start a conversation with the other person of the pair. */
export const authorizePair = async (tx: Tx, caller: Caller, pairKey: string): Promise<AuthorizedPair> => {
  await judge(tx, caller, { id: '', name: null, pairKey, postPolicy: 'all' }, 'write')
  return pairKey as AuthorizedPair
}

/** A guard: checks the right to read before the body of a call is read. */
export const assertReadable = async (ctx: Ctx, { params: { id } }: { params: { id: string } }): Promise<void> => {
  await authorize(ctx.db, ctx, id, 'read')
}

/** Returns whether this person is currently in the conversation. For other features. */
export const isMember = async ({ db }: Pick<Platform, 'db'>, me: Pick<Actor, '_id'>, id: string): Promise<boolean> =>
  (await rows.byIdOf(db, me._id, id)) !== undefined
