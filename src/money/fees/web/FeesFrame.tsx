import { RefreshCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { NavLink } from 'react-router'
import { type Access, admits } from '#contract/actor.ts'
import { refresh } from '#web/api/queryClient.ts'
import { useSession } from '#web/api/session.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Page } from '#web/ui/Page.tsx'
import { ScrollRow } from '#web/ui/ScrollRow.tsx'
import { tabStyle } from '#web/ui/tabStyle.ts'
import { useWords } from '#web/words.ts'
import { feesEn } from '../fees.en.ts'

/** The pages of fees, in order. Each is a route. */
const tabs = [
  { path: '/fees', word: 'records' },
  { path: '/fees/counter', word: 'counter' },
  { path: '/fees/receipts', word: 'receipts' },
  { path: '/fees/dues', word: 'dues' },
  { path: '/fees/lockers', word: 'lockers' },
  { path: '/fees/month-end', word: 'monthEnd' },
  { path: '/fees/check', word: 'check', access: 'superadmin' },
] as const satisfies {
  path: `/${string}`
  word: keyof typeof feesEn.tabs
  access?: Access
}[]

type Props = {
  /** What the tab does not say, in one line. */
  about?: ReactNode
  /** The primary action, and rarer ones. */
  action?: ReactNode
  /** Rarer actions, at the end. */
  menu?: ReactNode
  children: ReactNode
}

/** The frame of every page of fees: title, Refresh, and tabs. */
export const FeesFrame = ({ about, action, menu, children }: Props) => {
  const words = useWords(feesEn)
  return (
    <Page
      title={words.title}
      about={about}
      tabs={<TabLinks />}
      action={
        <>
          <RefreshButton />
          {action}
          {menu}
        </>
      }
    >
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
    <IconButton label={isPending ? words.refreshing : words.refresh} onPress={press} isPending={isPending}>
      <RefreshCw />
    </IconButton>
  )
}

const TabLinks = () => {
  const words = useWords(feesEn).tabs
  const role = useSession()?.user.role
  const open = tabs.filter((tab) => !('access' in tab) || (role !== undefined && admits(tab.access, role)))
  return (
    <nav aria-label={words.label}>
      <ScrollRow className="-ml-3 max-md:border-line max-md:border-b max-md:px-1!">
        {open.map(({ path, word }) => (
          <NavLink key={path} to={path} end className={tabStyle}>
            {words[word]}
          </NavLink>
        ))}
      </ScrollRow>
    </nav>
  )
}
