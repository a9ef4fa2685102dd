import { admits } from '#contract/actor.ts'
import { useCall } from '#web/api/queryClient.ts'
import { type SessionUser, useSession } from '#web/api/session.ts'
import { Slot } from '#web/shell/Slot.tsx'
import { lazyScreen } from '#web/shell/screen.ts'
import { shellEn } from '#web/shell/shell.en.ts'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Page } from '#web/ui/Page.tsx'
import { useWords } from '#web/words.ts'
import { homeApi } from '../home.contract.ts'
import { homeEn } from '../home.en.ts'
import { ContinueReading } from './ContinueReading.tsx'
import { DashboardSkeleton } from './DashboardSkeleton.tsx'
import { QuickActions } from './QuickActions.tsx'
import { RecentDocuments } from './RecentDocuments.tsx'
import { Statistics } from './Statistics.tsx'
import { ThoughtOfTheDay } from './ThoughtOfTheDay.tsx'

export const MoneyScreen = lazyScreen(async () => (await import('#features/reports/web/MoneyFigures.tsx')).MoneyFigures)

export const DashboardPage = () => {
  const session = useSession()
  return session && <Dashboard user={session.user} />
}

const Dashboard = ({ user }: { user: SessionUser }) => {
  const words = useWords(homeEn)
  const roles = useWords(shellEn).roles
  const dashboard = useCall(homeApi.dashboard)
  const name = user.name || user.email
  const isAdmin = admits('admin', user.role)
  return (
    <Page title={words.title} about={user.role === 'student' ? words.welcome(name) : words.welcomeAs(name, roles[user.role])}>
      <QuickActions role={user.role} />
      <Loaded of={dashboard} skeleton={<DashboardSkeleton isAdmin={isAdmin} />} failed={words.loadFailed}>
        {(figures) => (
          <>
            {user.role === 'student' && <ThoughtOfTheDay of={figures.thought} />}
            {isAdmin && <Statistics of={figures} />}
            {isAdmin && <Slot screen={MoneyScreen} />}
            <ContinueReading documents={figures.continueReading} />
            <RecentDocuments documents={figures.recentDocuments} />
          </>
        )}
      </Loaded>
    </Page>
  )
}
