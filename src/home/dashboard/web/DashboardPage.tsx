import { useEffect } from 'react'
import { isStudent } from '#contract/actor.ts'
import { shownName } from '#contract/shownName.ts'
import { useCall } from '#web/api/queryClient.ts'
import { type SessionUser, useSession } from '#web/api/session.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { lazyScreen } from '#web/shell/screen.ts'
import { shellEn } from '#web/shell/shell.en.ts'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Page } from '#web/ui/Page.tsx'
import { useWords } from '#web/words.ts'
import { homeApi } from '../dashboard.contract.ts'
import { homeEn } from '../dashboard.en.ts'
import { ContinueReading } from './ContinueReading.tsx'
import { DashboardSkeleton } from './DashboardSkeleton.tsx'
import { OwedNotice } from './OwedNotice.tsx'
import { QuickActions } from './QuickActions.tsx'
import { RecentDocuments } from './RecentDocuments.tsx'
import type { ContentProps } from './StaffDashboard.tsx'
import { ThoughtOfTheDay } from './ThoughtOfTheDay.tsx'

/** What students neither see nor load. */
export const staffScreen = lazyScreen<ContentProps>(async () => (await import('./StaffDashboard.tsx')).StaffDashboard)

export const DashboardPage = () => {
  const session = useSession()
  return session && <DashboardOf user={session.user} />
}

const DashboardOf = ({ user }: { user: SessionUser }) => {
  const words = useWords(homeEn)
  const roles = useWords(shellEn).roles
  const dashboard = useCall(homeApi.dashboard)
  const name = shownName(user)
  // Fetched together with the figures.
  useEffect(() => {
    if (!isStudent(user)) void staffScreen.load().catch(() => undefined)
  }, [user])
  return (
    <Page title={words.title} about={isStudent(user) ? words.welcome(name) : words.welcomeAs(name, roles[user.role])}>
      <Loaded of={dashboard} skeleton={<DashboardSkeleton role={user.role} />} failed={words.loadFailed}>
        {(figures) =>
          isStudent(user) ? (
            <OfStudents user={user} figures={figures} />
          ) : (
            <Embed screen={staffScreen} instead={<DashboardSkeleton role={user.role} />} user={user} figures={figures} />
          )
        }
      </Loaded>
      {dashboard.error && !dashboard.data && <QuickActions role={user.role} />}
    </Page>
  )
}

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
