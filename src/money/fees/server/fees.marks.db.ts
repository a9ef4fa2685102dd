import type { Db } from '#server/db/tables.ts'

/** Returns the monthly fees of these students from a month on. */
export const months = async (db: Db, userIds: readonly string[], from: number) =>
  userIds.length === 0
    ? []
    : db
        .selectFrom('charges')
        .select(['userId', 'period', 'amount', 'paidAmount as paid'])
        .where('kind', '=', 'monthly')
        .where('userId', 'in', userIds)
        .where('period', '>=', from)
        .execute()
