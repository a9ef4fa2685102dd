import { RefreshCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { NavLink } from 'react-router'
import { type Access, admits } from '#contract/actor.ts'
import { refresh } from '#web/api/queryClient.ts'
import { useSession } from '#web/api/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Page } from '#web/ui/Page.tsx'
import { useWords } from '#web/words.ts'
import { feesEn } from '../fees.en.ts'

/** The pages of fees, in order. Each is a route. */
const tabs = [
  { path: '/fees', word: 'records' },
  { path: '/fees/counter', word: 'counter' },
  { path: '/fees/receipts', word: 'receipts' },
  { path: '/fees/dues', word: 'dues' },
  { path: '/fees/month-end', word: 'monthEnd' },
  { path: '/fees/check', word: 'check', access: 'superadmin' },
] as const satisfies {
  path: `/${string}`
  word: keyof typeof feesEn.tabs
  access?: Access
}[]

type Props = {
  /** A one-line subtitle. */
  about?: ReactNode
  /** The primary action, to the right of Refresh. */
  action?: ReactNode
  children: ReactNode
}

/** The frame of every page of fees: title, Refresh, and tabs. */
export const FeesFrame = ({ about, action, children }: Props) => {
  const words = useWords(feesEn)
  return (
    <Page
      title={words.title}
      about={about ?? words.about}
      action={
        <>
          <RefreshButton />
          {action}
        </>
      }
    >
      <TabLinks />
      {children}
    </Page>
  )
}

const RefreshButton = () => {
  const words = useWords(feesEn)
  const [isPending, setPending] = useState(false)
  const press = () => {
    setPending(true)
    void refresh(['customization', 'fees', 'users']).finally(() => setPending(false))
  }
  return (
    <Button icon={<RefreshCw />} onPress={press} isPending={isPending} pendingText={words.refreshing}>
      {words.refresh}
    </Button>
  )
}

const TabLinks = () => {
  const words = useWords(feesEn).tabs
  const role = useSession()?.user.role
  const open = tabs.filter((tab) => !('access' in tab) || (role !== undefined && admits(tab.access, role)))
  return (
    <nav aria-label={words.label} className="flex flex-wrap border-line border-b">
      {open.map(({ path, word }) => (
        <NavLink
          key={path}
          to={path}
          end
          className="-mb-px flex min-h-11 items-center border-transparent border-b-2 px-4 font-medium text-muted no-underline transition-colors duration-150 hover:text-ink aria-[current=page]:border-primary-text aria-[current=page]:text-primary-text max-md:flex-auto max-md:justify-center"
        >
          {words[word]}
        </NavLink>
      ))}
    </nav>
  )
}
