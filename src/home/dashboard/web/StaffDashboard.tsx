import { admits } from '#contract/actor.ts'
import { ChargingCard } from '#money/charging/web/ChargingCard.tsx'
import { ToCheckNotice } from '#money/oversight/web/ToCheckNotice.tsx'
import { OccupancySkeleton } from '#people/seats/web/occupancy/OccupancySkeleton.tsx'
import { OccupancyScreen } from '#people/seats/web/occupancy/occupancyScreen.ts'
import { FiguresQuestion } from '#system/customization/web/FiguresQuestion.tsx'
import type { SessionUser } from '#web/api/session.ts'
import { Embed } from '#web/shell/Embed.tsx'
import type { Dashboard } from '../dashboard.contract.ts'
import { ContinueReading } from './ContinueReading.tsx'
import { FirstSteps, isBegun } from './FirstSteps.tsx'
import { QuickActions } from './QuickActions.tsx'
import { RecentDocuments } from './RecentDocuments.tsx'
import { Statistics } from './Statistics.tsx'
import { TodayFigures } from './TodayFigures.tsx'

export type ContentProps = { user: SessionUser; figures: Dashboard }

/** The staff dashboard: who leaves, what is free, what was paid and what is overdue; in a new library, the next steps of the set-up. */
export const StaffDashboard = ({ user, figures }: ContentProps) => {
  const { totalDocuments, totalCategories, totalUsers, seats, money, inside, box, charging, toCheck } = figures
  const isAdmin = admits('admin', user.role)
  const isEmpty = totalDocuments + totalCategories + totalUsers === 0
  return (
    <>
      {isAdmin && !isBegun(figures) && <FirstSteps of={figures} />}
      {toCheck !== null && <ToCheckNotice count={toCheck} />}
      {figures.figuresToConfirm && <FiguresQuestion figures={figures.figuresToConfirm} />}
      {seats && money && <TodayFigures seats={seats} money={money} inside={inside ?? 0} box={box} />}
      {charging && totalUsers > 0 && <ChargingCard of={charging} />}
      <QuickActions role={user.role} />
      {isAdmin && !isEmpty && <Embed screen={OccupancyScreen} instead={<OccupancySkeleton />} />}
      {isAdmin && !isEmpty && <Statistics of={figures} />}
      <ContinueReading documents={figures.continueReading} />
      <RecentDocuments documents={figures.recentDocuments} />
    </>
  )
}
