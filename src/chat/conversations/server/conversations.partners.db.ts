import type { Role } from '#contract/actor.ts'
import type { Db } from '#server/db/tables.ts'

export type Partner = { id: string; name: string; role: Role }

/**
 * Returns the other people of a person's private conversations, latest first, without deleted people and those who block or are
 * blocked.
 */
export const privatePartners = (db: Db, userId: string, most: number): Promise<Partner[]> =>
  db
    .selectFrom('conversationMembers as mine')
    .innerJoin('conversations', 'conversations.id', 'mine.conversationId')
    .innerJoin('conversationMembers as other', 'other.conversationId', 'mine.conversationId')
    .innerJoin('users', 'users.id', 'other.userId')
    .select(['users.id', 'users.name', 'users.role'])
    .where('mine.userId', '=', userId)
    .where('other.userId', '!=', userId)
    .where('conversations.type', '=', 'private')
    .where('conversations.deletedAt', 'is', null)
    .where('users.deletedAt', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('blocks')
            .select('blocks.blockerId')
            .where((inner) =>
              inner.or([
                inner.and([inner('blocks.blockerId', '=', userId), inner('blocks.blockedId', '=', inner.ref('users.id'))]),
                inner.and([inner('blocks.blockedId', '=', userId), inner('blocks.blockerId', '=', inner.ref('users.id'))]),
              ]),
            ),
        ),
      ),
    )
    .orderBy('conversations.activity', 'desc')
    .limit(most)
    .execute()
