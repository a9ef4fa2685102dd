/*
 * What an attacker can do here, and which line stops it. A person who is not in a conversation, or no longer, gets the same answer
 * as for one that does not exist, in every call, before anything of the call's body is read (`mustBeMember`). What is
 * written is judged once more behind the lock of the conversation's row (`stillMember`), so that nobody writes after they
 * were taken out.
 */
import type { Actor } from '#contract/actor.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import type { ConversationsTable, Db } from '#server/db/tables.ts'
import type { Platform } from '#server/feature/platform.ts'
import * as rows from './chat.conversations.db.ts'

/** A conversation that this person is in; throws `notFound` for any other. */
export const mustBeMember = async (
  ctx: Pick<Platform, 'db'> & { me: Pick<Actor, '_id'> },
  id: string,
): Promise<Readonly<ConversationsTable>> => {
  const found = await rows.byIdOf(ctx.db, ctx.me._id, id)
  if (!found) throw new AppError(commonErrors.notFound)
  return found
}

/** For other features: whether this person is in the conversation now. */
export const isMember = async ({ db }: Pick<Platform, 'db'>, me: Pick<Actor, '_id'>, id: string): Promise<boolean> =>
  (await rows.byIdOf(db, me._id, id)) !== undefined

/** The same inside a transaction that has locked the conversation's row. */
export const stillMember = async (tx: Db, me: Pick<Actor, '_id'>, id: string): Promise<ConversationsTable> => {
  const found = await rows.byIdOf(tx, me._id, id)
  if (!found) throw new AppError(commonErrors.notFound)
  return found
}
