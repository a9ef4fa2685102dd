import { compiled, remembered } from '#server/db/compiled.ts'
import type { Db } from '#server/db/tables.ts'
import { type PersonRow, personColumns } from './chat.people.db.ts'

/** The blocks between one person and these others, in both directions. */
export const blocksBetween = (db: Db, me: string, others: readonly string[]) =>
  others.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('blocks')
        .select(['blockerId', 'blockedId'])
        .where((eb) =>
          eb.or([
            eb.and([eb('blockerId', '=', me), eb('blockedId', 'in', others)]),
            eb.and([eb('blockedId', '=', me), eb('blockerId', 'in', others)]),
          ]),
        )
        .execute()

const pairsWith = compiled((db, me: string) =>
  db
    .selectFrom('blocks')
    .select(['blockerId', 'blockedId'])
    .where((eb) => eb.or([eb('blockerId', '=', me), eb('blockedId', '=', me)])),
)

/** Everybody whom a person blocks or is blocked by: neither learns what the other reads. */
export const blockedWith = async (db: Db, me: string): Promise<Set<string>> =>
  new Set((await pairsWith(db, me)).map(({ blockerId, blockedId }) => (blockerId === me ? blockedId : blockerId)))

/** Those of these people who block, or are blocked by, another of them. */
export const blockedAmong = async (db: Db, ids: readonly string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set()
  const pairs = await db
    .selectFrom('blocks')
    .select(['blockerId', 'blockedId'])
    .where('blockerId', 'in', ids)
    .where('blockedId', 'in', ids)
    .execute()
  return new Set(pairs.flatMap(({ blockerId, blockedId }) => [blockerId, blockedId]))
}

export const pageOfBlocked = (db: Db, me: string, limit: number, from: { position: number } | undefined): Promise<PersonRow[]> =>
  db
    .selectFrom('blocks')
    .innerJoin('users', 'users.id', 'blocks.blockedId')
    .select(personColumns)
    .where('blocks.blockerId', '=', me)
    .orderBy('users.nameFolded')
    .orderBy('users.id')
    .limit(limit)
    .offset(from?.position ?? 0)
    .execute()

export const insertBlock = (db: Db, blockerId: string, blockedId: string, createdAt: string) =>
  db
    .insertInto('blocks')
    .values({ blockerId, blockedId, createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const removeBlock = (db: Db, blockerId: string, blockedId: string) =>
  db.deleteFrom('blocks').where('blockerId', '=', blockerId).where('blockedId', '=', blockedId).execute()

const stopOf = remembered((db, userId: string) => db.selectFrom('writingStops').select('until').where('userId', '=', userId))

/** Until when someone may not write, if that is still to come. */
export const stoppedUntil = async (db: Db, userId: string, now: string): Promise<string | undefined> =>
  (await stopOf(db, userId)).find(({ until }) => until > now)?.until

const holdingBack = compiled((db, me: string, other: string, now: string) =>
  db
    .selectFrom('writingStops')
    .select('userId as id')
    .where('userId', '=', me)
    .where('until', '>', now)
    .unionAll(
      db
        .selectFrom('blocks')
        .select('blockerId as id')
        .where((eb) =>
          eb.or([
            eb.and([eb('blockerId', '=', me), eb('blockedId', '=', other)]),
            eb.and([eb('blockedId', '=', me), eb('blockerId', '=', other)]),
          ]),
        ),
    ),
)

/**
 * Whether there is a stop, or a block between someone and the other person of a private conversation: one short question, since
 * it is asked behind the lock at every message.
 */
export const isHeldBack = async (db: Db, me: string, other: string | undefined, now: string): Promise<boolean> =>
  (await holdingBack(db, me, other ?? '', now)).length > 0
