import { limits } from '#contract/limits.ts'
import * as categories from '#features/categories/server/categories.service.ts'
import { countByCategory, totalOf } from '#features/documents/server/documents.counts.service.ts'
import * as documents from '#features/documents/server/documents.service.ts'
import type { Dashboard } from '#features/home/home.contract.ts'
import type { Ctx } from '#server/platform.ts'
import { dayIn } from '#server/time.ts'
import * as rows from './home.db.ts'

export const dashboard = async ({ db, config, now }: Ctx): Promise<Dashboard> => ({
  totalDocuments: totalOf(await countByCategory(db)),
  totalCategories: await categories.count(db),
  totalUsers: await rows.countActiveStudents(db, dayIn(config.timeZone, now)),
  recentDocuments: await documents.newest(db, limits.recentDocuments),
})
