import { dayIn } from '#contract/day.ts'
import { limits } from '#contract/limits.ts'
import * as categories from '#features/categories/server/categories.service.ts'
import { countByCategory, totalOf } from '#features/documents/server/documents.counts.service.ts'
import * as documents from '#features/documents/server/documents.service.ts'
import type { Dashboard } from '#features/home/home.contract.ts'
import { continueReading } from '#features/reading/server/reading.service.ts'
import * as thoughts from '#features/thoughts/server/thoughts.service.ts'
import type { Ctx } from '#server/platform.ts'
import * as rows from './home.db.ts'

export const dashboard = async (ctx: Ctx): Promise<Dashboard> => {
  const { db, config, now } = ctx
  return {
    totalDocuments: totalOf(await countByCategory(db)),
    totalCategories: await categories.count(db),
    totalUsers: await rows.countActiveStudents(db, dayIn(config.timeZone, now)),
    recentDocuments: await documents.newest(ctx, limits.recentDocuments),
    thought: await thoughts.today(ctx),
    continueReading: await continueReading(ctx, limits.continueReading),
  }
}
