import { sql } from 'kysely'
import type { Role } from '#contract/actor.ts'
import { phoneSigns } from '#contract/phone.ts'
import { likeContains } from '#server/db/fold.ts'
import type { Db } from '#server/db/tables.ts'

export type PersonRow = {
  id: string
  name: string
  role: Role
  email: string | null
  pictureSha256: string | null
  deletedAt: string | null
}

export const personColumns = ['users.id', 'users.name', 'users.role', 'users.email', 'users.pictureSha256', 'users.deletedAt'] as const

export const byId = (db: Db, id: string): Promise<PersonRow | undefined> =>
  db.selectFrom('users').select(personColumns).where('id', '=', id).executeTakeFirst()

export const byIds = (db: Db, ids: readonly string[]): Promise<PersonRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : db.selectFrom('users').select(personColumns).where('id', 'in', ids).execute()

export type ParticipantRow = PersonRow & { conversationId: string; readSeq: number; total: number }

/** Returns the first people in each of these conversations, by name, and their total number. */
export const participantsOf = async (db: Db, conversationIds: readonly string[], most: number): Promise<ParticipantRow[]> => {
  if (conversationIds.length === 0) return []
  const listed = db
    .selectFrom('conversationMembers as member')
    .innerJoin('users', 'users.id', 'member.userId')
    .leftJoin('conversationReads as reads', (join) =>
      join.onRef('reads.conversationId', '=', 'member.conversationId').onRef('reads.userId', '=', 'member.userId'),
    )
    .where('member.conversationId', 'in', conversationIds)
    .select([...personColumns, 'member.conversationId'])
    .select([
      sql<number>`coalesce(reads.read_seq, member.joined_seq)`.as('readSeq'),
      sql<number>`row_number() over (partition by member.conversation_id order by users.name_folded, users.id)`.as('place'),
      sql<number>`count(*) over (partition by member.conversation_id)`.as('total'),
    ])
  return db.selectFrom(listed.as('listed')).selectAll().where('place', '<=', most).orderBy('place').execute()
}

/** Returns the same for a built-in group. */
export const everybodyIn = async (db: Db, conversationId: string, most: number): Promise<ParticipantRow[]> => {
  const total = (
    await db
      .selectFrom('users')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('deletedAt', 'is', null)
      .executeTakeFirstOrThrow()
  ).count
  const rows = await pageOfEverybody(db, conversationId, undefined, most, undefined)
  return rows.map((row) => ({ ...row, conversationId, total }))
}

type Place = { position: number } | undefined

const matching = (search: string | undefined) => sql<boolean>`users.name_folded like ${likeContains(search ?? '')} escape '\\'`

export const pageOfEverybody = (db: Db, conversationId: string, search: string | undefined, limit: number, from: Place) =>
  db
    .selectFrom('users')
    .leftJoin('conversationReads as reads', (join) =>
      join.onRef('reads.userId', '=', 'users.id').on('reads.conversationId', '=', conversationId),
    )
    .select(personColumns)
    .select(sql<number>`coalesce(reads.read_seq, 0)`.as('readSeq'))
    .where('users.deletedAt', 'is', null)
    .$if(!!search, (query) => query.where(matching(search)))
    .orderBy('users.nameFolded')
    .orderBy('users.id')
    .limit(limit)
    .offset(from?.position ?? 0)
    .execute()

export const pageOfMembers = (db: Db, conversationId: string, search: string | undefined, limit: number, from: Place) =>
  db
    .selectFrom('conversationMembers as member')
    .innerJoin('users', 'users.id', 'member.userId')
    .leftJoin('conversationReads as reads', (join) =>
      join.onRef('reads.userId', '=', 'users.id').on('reads.conversationId', '=', conversationId),
    )
    .select(personColumns)
    .select(sql<number>`coalesce(reads.read_seq, member.joined_seq)`.as('readSeq'))
    .where('member.conversationId', '=', conversationId)
    .$if(!!search, (query) => query.where(matching(search)))
    .orderBy('users.nameFolded')
    .orderBy('users.id')
    .limit(limit)
    .offset(from?.position ?? 0)
    .execute()

/** Returns those of these people who are in the conversation; everybody is in the built-in groups. */
export const membersAmong = async (
  db: Db,
  { id, builtIn }: { id: string; builtIn: string | null },
  userIds: readonly string[],
): Promise<{ id: string; name: string }[]> =>
  userIds.length === 0
    ? []
    : db
        .selectFrom('users')
        .select(['users.id', 'users.name'])
        .where('users.id', 'in', userIds)
        .where('users.deletedAt', 'is', null)
        .$if(builtIn === null, (query) =>
          query.where((eb) =>
            eb.exists(
              eb
                .selectFrom('conversationMembers as member')
                .select('member.userId')
                .where('member.conversationId', '=', id)
                .whereRef('member.userId', '=', 'users.id'),
            ),
          ),
        )
        .execute()

/** From this number of readers on, a page goes through all people by name, until it is full. */
const MANY_READERS = 500

type ReadMessage = { conversationId: string; seq: number; senderId: string }

const readsOf = (db: Db, { conversationId, seq, senderId }: ReadMessage) =>
  db
    .selectFrom('conversationReads as reads')
    .where('reads.conversationId', '=', conversationId)
    .where('reads.readSeq', '>=', seq)
    .where('reads.userId', '!=', senderId)

/** Selects who has read a message, without its sender and without people who block or are blocked by the person asking. */
export const readersOf = async (db: Db, me: string, message: ReadMessage, limit: number, from: Place): Promise<PersonRow[]> => {
  const reads = readsOf(db, message)
  const some = await reads.select('reads.userId').limit(MANY_READERS).execute()
  return db
    .selectFrom('users')
    .select(personColumns)
    .where((eb) =>
      some.length < MANY_READERS
        ? eb('users.id', 'in', [...some.map(({ userId }) => userId), ''])
        : eb.exists(reads.select('reads.userId').where('reads.userId', '=', sql.ref<string>('users.id'))),
    )
    .where('users.deletedAt', 'is', null)
    .where('users.id', 'not in', db.selectFrom('blocks').select('blockedId').where('blockerId', '=', me))
    .where('users.id', 'not in', db.selectFrom('blocks').select('blockerId').where('blockedId', '=', me))
    .orderBy('users.nameFolded')
    .orderBy('users.id')
    .limit(limit)
    .offset(from?.position ?? 0)
    .execute()
}

type Search = { me: string; folded: string; forStaff: boolean; staffOnly: boolean; today: string }

/** Finds people one may write to, by name: people with an active account who do not block the person searching. */
export const search = (db: Db, { me, folded, forStaff, staffOnly, today }: Search, limit: number, from: Place): Promise<PersonRow[]> =>
  db
    .selectFrom('users')
    .select(personColumns)
    .where('users.deletedAt', 'is', null)
    .where('users.id', '!=', me)
    .where((eb) => eb.or([eb('users.terminationDate', 'is', null), eb('users.terminationDate', '>=', today)]))
    .$if(staffOnly, (query) => query.where('users.role', '!=', 'student'))
    .$if(folded !== '', (query) =>
      query.where((eb) => {
        const pattern = likeContains(folded)
        const isLike = (column: string) => sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`
        if (!forStaff) return isLike('users.nameFolded')
        return eb.or([isLike('users.nameFolded'), isLike('users.emailFolded'), ...(phoneSigns.test(folded) ? [isLike('users.phone')] : [])])
      }),
    )
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('blocks').select('blockerId').where('blockedId', '=', me).whereRef('blocks.blockerId', '=', 'users.id')),
      ),
    )
    .orderBy('users.nameFolded')
    .orderBy('users.id')
    .limit(limit)
    .offset(from?.position ?? 0)
    .execute()

/** Removes a deleted person from all groups; private conversations stay for the other person. */
export const removeFromGroups = async (tx: Db, userId: string): Promise<string[]> => {
  await tx
    .deleteFrom('blocks')
    .where((eb) => eb.or([eb('blockerId', '=', userId), eb('blockedId', '=', userId)]))
    .execute()
  await tx.deleteFrom('conversationSettings').where('userId', '=', userId).execute()
  const groups = tx.selectFrom('conversations').select('id').where('type', '=', 'group')
  const left = await tx
    .deleteFrom('conversationMembers')
    .where('userId', '=', userId)
    .where('conversationId', 'in', groups)
    .returning('conversationId')
    .execute()
  return left.map(({ conversationId }) => conversationId)
}
