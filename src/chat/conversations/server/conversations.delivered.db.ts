import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

/** How far a member has received a conversation: at least everything from before joining. */
const deliveredSeq = sql<number>`coalesce(reads.delivered_seq, member.joined_seq)`

/** Selects the members whose accounts still exist and have not ended. Others receive nothing, and nobody waits for them. */
const receivers = (db: Db, today: string) =>
  db
    .selectFrom('conversationMembers as member')
    .innerJoin('users', 'users.id', 'member.userId')
    .leftJoin('conversationReads as reads', (join) =>
      join.onRef('reads.conversationId', '=', 'member.conversationId').onRef('reads.userId', '=', 'member.userId'),
    )
    .where('users.deletedAt', 'is', null)
    .where((eb) => eb.or([eb('users.terminationDate', 'is', null), eb('users.terminationDate', '>=', today)]))

/** Returns those of these conversations of a person whose last messages no device of the person has received, as far as is known. */
export const undeliveredAmong = (db: Db, userId: string, ids: readonly string[]) =>
  db
    .selectFrom('conversationMembers as member')
    .innerJoin('conversations', 'conversations.id', 'member.conversationId')
    .leftJoin('conversationReads as reads', (join) =>
      join.onRef('reads.conversationId', '=', 'member.conversationId').onRef('reads.userId', '=', 'member.userId'),
    )
    .select(['conversations.id', 'conversations.lastSeq'])
    .select([deliveredSeq.as('deliveredSeq'), sql<number>`coalesce(reads.read_seq, member.joined_seq)`.as('readSeq')])
    .where('member.userId', '=', userId)
    .where('conversations.id', 'in', ids)
    .where('conversations.deletedAt', 'is', null)
    .where('conversations.lastSeq', '>', deliveredSeq)
    .execute()

/**
 * Returns whether anyone in a conversation, besides these people and those whom a block separates from one of them, has not received it
 * up to `seq`.
 */
export const isAwaited = async (db: Db, conversationId: string, seq: number, except: readonly string[], today: string): Promise<boolean> =>
  (await receivers(db, today)
    .select('member.userId')
    .where('member.conversationId', '=', conversationId)
    .where('member.userId', 'not in', except)
    .where(deliveredSeq, '<', seq)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('blocks')
            .select('blocks.blockerId')
            .where((pair) =>
              pair.or([
                pair.and([pair('blocks.blockerId', 'in', except), pair('blocks.blockedId', '=', pair.ref('member.userId'))]),
                pair.and([pair('blocks.blockerId', '=', pair.ref('member.userId')), pair('blocks.blockedId', 'in', except)]),
              ]),
            ),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst()) !== undefined

/**
 * Returns how far everyone else in a conversation has received it, for each of these members. People who block the member or are
 * blocked by them do not count: what they have received stays unknown.
 */
export const deliveredToOthers = (db: Db, memberIds: readonly string[], conversationIds: readonly string[], today: string) =>
  receivers(db, today)
    .innerJoin('conversationMembers as viewer', (join) =>
      join.onRef('viewer.conversationId', '=', 'member.conversationId').onRef('viewer.userId', '!=', 'member.userId'),
    )
    .select(['viewer.conversationId', 'viewer.userId', sql<number>`min(${deliveredSeq})`.as('seq')])
    .where('viewer.userId', 'in', memberIds)
    .where('viewer.conversationId', 'in', conversationIds)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('blocks')
            .select('blocks.blockerId')
            .where((pair) =>
              pair.or([
                pair.and([
                  pair('blocks.blockerId', '=', pair.ref('viewer.userId')),
                  pair('blocks.blockedId', '=', pair.ref('member.userId')),
                ]),
                pair.and([
                  pair('blocks.blockerId', '=', pair.ref('member.userId')),
                  pair('blocks.blockedId', '=', pair.ref('viewer.userId')),
                ]),
              ]),
            ),
        ),
      ),
    )
    .groupBy(['viewer.conversationId', 'viewer.userId'])
    .execute()
