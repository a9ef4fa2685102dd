import { isAdmin, isStaff, isStudent, isSuperadmin } from '#contract/actor.ts'
import * as thoughts from '#hall/thoughts/server/thoughts.service.ts'
import type { Dashboard } from '#home/dashboard/dashboard.contract.ts'
import * as categories from '#library/categories/server/categories.service.ts'
import { countByCategory, totalOf } from '#library/documents/server/documents.counts.service.ts'
import * as documents from '#library/documents/server/documents.service.ts'
import { readingLimits } from '#library/reading/reading.contract.ts'
import { continueReading } from '#library/reading/server/reading.service.ts'
import { cashInBox } from '#money/cashbox/server/cashbox.service.ts'
import { state as chargingState } from '#money/charging/server/charging.service.ts'
import { overdue } from '#money/dues/server/dues.figures.service.ts'
import { owedBy } from '#money/fees/server/fees.accounts.service.ts'
import { collected } from '#money/month-end/server/month-end.service.ts'
import { countToCheck } from '#money/oversight/server/oversight.service.ts'
import { seatFigures } from '#people/seats/server/seats.figures.service.ts'
import { countInside } from '#people/visits/server/visits.service.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { hallToday, nextHallDay } from '#server/hallDay.ts'
import * as customization from '#system/customization/server/customization.service.ts'
import { dashboardLimits } from '../dashboard.contract.ts'
import * as rows from './dashboard.db.ts'

const moneyFigures = async (ctx: Ctx): Promise<Dashboard['money']> => {
  const { today, month } = await collected(ctx)
  const { owed, students } = await overdue(ctx)
  return { collectedToday: today, collectedThisMonth: month, overdue: owed, overdueStudents: students }
}

const boxFigures = async (ctx: Ctx): Promise<Dashboard['box']> => {
  const { expected, unclosedDays, unclosedSince } = await cashInBox(ctx)
  return { expected, unclosedDays, unclosedSince }
}

export const dashboard = async (ctx: Ctx): Promise<Dashboard> => {
  const { db, me } = ctx
  ctx.staleAt(nextHallDay(ctx))
  return {
    totalDocuments: totalOf(await countByCategory(db)),
    totalCategories: await categories.count(db),
    totalUsers: await rows.countActiveStudents(db, hallToday(ctx)),
    recentDocuments: await documents.newest(ctx, dashboardLimits.recentDocuments),
    thought: await thoughts.today(ctx),
    continueReading: await continueReading(ctx, readingLimits.unfinished),
    fees: isStudent(me) ? await owedBy(ctx, me._id) : null,
    seats: isStaff(me) ? await seatFigures(ctx) : null,
    inside: isStaff(me) ? await countInside(ctx) : null,
    money: isStaff(me) ? await moneyFigures(ctx) : null,
    figuresToConfirm: isAdmin(me) ? await customization.figuresToConfirm(db) : null,
    box: isAdmin(me) ? await boxFigures(ctx) : null,
    charging: isAdmin(me) ? await chargingState(ctx) : null,
    toCheck: isSuperadmin(me) ? await countToCheck(ctx) : null,
  }
}
