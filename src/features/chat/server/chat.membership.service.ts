/*
 * What an attacker can do here, and which line stops it. Whoever is not in a conversation, or no longer, gets the same answer
 * as for one that does not exist, in every call, before anything of the call's body is read (`mustBeMember`). What is
 * written is judged once more behind the lock of the conversation's row (`stillMember`), so that nobody writes after they
 * were taken out.
 */
import type { Actor } from '#contract/actor.ts'
import { builtInConversations } from '#contract/builtInConversations.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import type { ConversationsTable, Db } from '#server/db/tables.ts'
import type { Platform } from '#server/platform.ts'
import * as rows from './chat.conversations.db.ts'

const builtIn = {
  general: { name: 'General', postPolicy: 'all', activity: '00000000-0000-7000-8000-000000000001' },
  announcement: { name: 'Announcement', postPolicy: 'admins', activity: '00000000-0000-7000-8000-000000000002' },
} as const
type BuiltIn = keyof typeof builtIn
const isBuiltIn = (id: string): id is BuiltIn => Object.hasOwn(builtIn, id)

type Needs = Pick<Platform, 'db' | 'clock'>

const insertBuiltIn = ({ db, clock }: Needs, id: BuiltIn): Promise<boolean> => {
  const at = clock().toISOString()
  const begun = rows.begun({
    id,
    type: 'group',
    builtIn: id,
    nameFolded: id,
    description: '',
    pairKey: null,
    firstSeq: 1,
    lastSeq: 0,
    lastChange: 0,
    createdBy: null,
    createdAt: at,
    updatedAt: at,
    deletedAt: null,
    ...builtIn[id],
  })
  return rows.insert(db, begun)
}

/** Makes the groups that come with the institution, where nobody has asked for them before. Not inside a transaction. */
export const ensureBuiltIns = async (ctx: Needs): Promise<void> => {
  for (const id of builtInConversations) if (!(await rows.byIdOf(ctx.db, '', id))) await insertBuiltIn(ctx, id)
}

/** A conversation that this person is in; throws `notFound` for any other. Not inside a transaction. */
export const mustBeMember = async (ctx: Needs & { me: Pick<Actor, '_id'> }, id: string): Promise<Readonly<ConversationsTable>> => {
  const found = await rows.byIdOf(ctx.db, ctx.me._id, id)
  if (found) return found
  if (isBuiltIn(id)) {
    await insertBuiltIn(ctx, id)
    const made = await rows.byIdOf(ctx.db, ctx.me._id, id)
    if (made) return made
  }
  throw new AppError(commonErrors.notFound)
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
