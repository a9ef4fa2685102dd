import { cachedQuery, compiled } from '#server/db/compiled.ts'
import type { Db } from '#server/db/tables.ts'
import { type PersonRow, personColumns } from './conversations.people.db.ts'

/** Selects the blocks between a person and these others, in both directions. */
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

/** Returns everybody whom a person blocks or is blocked by: neither sees what the other has read. */
export const blockedWith = async (db: Db, me: string): Promise<Set<string>> =>
  new Set((await pairsWith(db, me)).map(({ blockerId, blockedId }) => (blockerId === me ? blockedId : blockerId)))

/** Returns those of these people who block, or are blocked by, another of them. */
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

const stopOf = cachedQuery((db, userId: string) => db.selectFrom('writingStops').select('until').where('userId', '=', userId))

/** Returns when a person's ban ends, or undefined if they are not banned. */
export const stoppedUntil = async (db: Db, userId: string, now: string): Promise<string | undefined> =>
  (await stopOf(db, userId)).find(({ until }) => until > now)?.until

const stopsAndBlocks = compiled((db, me: string, other: string, now: string) =>
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
 * Returns whether the person is banned, or a block exists between them and the other person of a private conversation. Uses one
 * short query, since it runs behind the lock for every message.
 */
export const hasStopOrBlock = async (db: Db, me: string, other: string | undefined, now: string): Promise<boolean> =>
  (await stopsAndBlocks(db, me, other ?? '', now)).length > 0
