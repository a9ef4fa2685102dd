import { admits, isStudent } from '#contract/actor.ts'
import { shownName } from '#contract/shownName.ts'
import { ChargingCard } from '#money/charging/web/ChargingCard.tsx'
import { ToCheckNotice } from '#money/oversight/web/ToCheckNotice.tsx'
import { OccupancySkeleton } from '#people/seats/web/occupancy/OccupancySkeleton.tsx'
import { OccupancyScreen } from '#people/seats/web/occupancy/occupancyScreen.ts'
import { FiguresQuestion } from '#system/customization/web/FiguresQuestion.tsx'
import { useCall } from '#web/api/queryClient.ts'
import { type SessionUser, useSession } from '#web/api/session.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { shellEn } from '#web/shell/shell.en.ts'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Page } from '#web/ui/Page.tsx'
import { useWords } from '#web/words.ts'
import { type Dashboard, homeApi } from '../dashboard.contract.ts'
import { homeEn } from '../dashboard.en.ts'
import { ContinueReading } from './ContinueReading.tsx'
import { DashboardSkeleton } from './DashboardSkeleton.tsx'
import { FirstSteps, isBegun } from './FirstSteps.tsx'
import { OwedNotice } from './OwedNotice.tsx'
import { QuickActions } from './QuickActions.tsx'
import { RecentDocuments } from './RecentDocuments.tsx'
import { Statistics } from './Statistics.tsx'
import { ThoughtOfTheDay } from './ThoughtOfTheDay.tsx'
import { TodayFigures } from './TodayFigures.tsx'

export const DashboardPage = () => {
  const session = useSession()
  return session && <DashboardOf user={session.user} />
}

const DashboardOf = ({ user }: { user: SessionUser }) => {
  const words = useWords(homeEn)
  const roles = useWords(shellEn).roles
  const dashboard = useCall(homeApi.dashboard)
  const name = shownName(user)
  const Content = isStudent(user) ? OfStudents : OfStaff
  return (
    <Page title={words.title} about={isStudent(user) ? words.welcome(name) : words.welcomeAs(name, roles[user.role])}>
      <Loaded of={dashboard} skeleton={<DashboardSkeleton role={user.role} />} failed={words.loadFailed}>
        {(figures) => <Content user={user} figures={figures} />}
      </Loaded>
      {dashboard.error && !dashboard.data && <QuickActions role={user.role} />}
    </Page>
  )
}

type ContentProps = { user: SessionUser; figures: Dashboard }

/** The student dashboard: what they owe, where to continue reading, and what is new. */
const OfStudents = ({ user, figures }: ContentProps) => (
  <>
    {figures.fees && <OwedNotice studentId={user._id} fees={figures.fees} />}
    <ContinueReading documents={figures.continueReading} />
    <QuickActions role={user.role} />
    <ThoughtOfTheDay of={figures.thought} />
    <RecentDocuments documents={figures.recentDocuments} />
  </>
)

/** The staff dashboard: who leaves, what is free, what was paid and what is overdue; in a new library, the next steps of the set-up. */
const OfStaff = ({ user, figures }: ContentProps) => {
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
