import { toRupees } from '#contract/money.ts'
import type { Ctx } from '#server/feature/platform.ts'
import * as rows from './dues.db.ts'
import { filterOf } from './dues.service.ts'

export type Overdue = {
  /** In rupees. */
  owed: number
  students: number
}

/** What was due before today and is not paid, and by how many students: the sums of the worklist of whatever is overdue. */
export const overdue = async (ctx: Pick<Ctx, 'db' | 'config' | 'now'>): Promise<Overdue> => {
  const { students, owed } = await rows.sums(ctx.db, filterOf(ctx, { age: 'overdue' }))
  return { students, owed: toRupees(owed) }
}
