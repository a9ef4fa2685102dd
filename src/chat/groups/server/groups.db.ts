import { sql } from 'kysely'
import type { Role } from '#contract/actor.ts'
import { likeContains } from '#server/db/fold.ts'
import type { UsersTable } from '#server/db/tables/people.ts'
import type { Db } from '#server/db/tables.ts'

export type Filter = { folded: string; role: Role | undefined; slot: UsersTable['slot'] | undefined; notIn: string | undefined }

/** Returns people with an account, by name; without the members of `notIn`, if given. */
export const candidates = (db: Db, { folded, role, slot, notIn }: Filter, limit: number, offset: number) =>
  db
    .selectFrom('users')
    .select(['users.id', 'users.name', 'users.role', 'users.email', 'users.pictureSha256', 'users.slot'])
    .where('users.deletedAt', 'is', null)
    .$if(role !== undefined, (query) => query.where('users.role', '=', role ?? 'student'))
    .$if(slot !== undefined, (query) => query.where('users.slot', '=', slot ?? null))
    .$if(notIn !== undefined, (query) =>
      query.where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('conversationMembers as member')
              .select('member.userId')
              .where('member.conversationId', '=', notIn ?? '')
              .whereRef('member.userId', '=', 'users.id'),
          ),
        ),
      ),
    )
    .$if(folded !== '', (query) =>
      query.where((eb) => {
        const pattern = likeContains(folded)
        const isLike = (column: string) => sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`
        return eb.or([isLike('users.nameFolded'), isLike('users.emailFolded'), isLike('users.phone')])
      }),
    )
    .orderBy('users.nameFolded')
    .orderBy('users.id')
    .limit(limit)
    .offset(offset)
    .execute()
