import { type MouseEvent, Suspense, useEffect, useRef } from 'react'
import { Link, Outlet, useLocation, useSearchParams } from 'react-router'
import { admits } from '#contract/actor.ts'
import { shownName } from '#contract/shownName.ts'
import { noteLastPage } from '../api/lastPage.ts'
import { type SessionUser, useSession } from '../api/session.ts'
import { Badge } from '../ui/Badge.tsx'
import { Email } from '../ui/Email.tsx'
import { useWords } from '../words.ts'
import { BannerRoom } from './BannerRoom.tsx'
import { BottomBar } from './BottomBar.tsx'
import { Branding, useBranding } from './Branding.tsx'
import { Embed } from './Embed.tsx'
import { MenuEntries } from './MenuEntries.tsx'
import type { Site } from './page.ts'
import { panelParameter, panelWidth } from './personPanel.ts'
import { SwitcherButton } from './SwitcherButton.tsx'
import { shellEn } from './shell.en.ts'
import { startPage } from './startPage.ts'
import { useEndedSession } from './useEndedSession.ts'
import { useFills } from './useFills.ts'
import { useFocusOnNavigation } from './useFocusOnNavigation.ts'
import { useIsNarrow } from './useIsNarrow.ts'
import { useIsWide } from './useIsWide.ts'
import { useLiveChanges } from './useLiveChanges.ts'
import { useOverlaysAhead } from './useOverlaysAhead.ts'

export type LayoutProps = { site: Site; user: SessionUser }

/** A page that scrolls with the window, or fills it. */
const looks = {
  frame: { long: 'min-h-dvh md:flex', full: 'flex h-[var(--visible-height,100dvh)] overflow-hidden max-md:flex-col' },
  column: { long: 'min-w-0 flex-1', full: 'flex min-h-0 min-w-0 flex-1 flex-col' },
  main: { long: 'px-8 pt-1 pb-8 beside:px-4 max-md:px-4 max-md:pt-0 max-md:pb-[calc(var(--bar,0px)+1.25rem)]', full: 'min-h-0 flex-1' },
}

/** The height of a phone's bottom bar. What sticks to the bottom of a page stays above it. */
const barRoom = '[--bar:calc(var(--spacing)*14+env(safe-area-inset-bottom))]'

/** The layout around every page behind the gate. What its menus have opened ends with the session. */
export const Layout = ({ site, user }: LayoutProps) => {
  const isNarrow = useIsNarrow()
  const { pathname, search } = useLocation()
  useEffect(() => noteLastPage(pathname + search), [pathname, search])
  const fills = useFills(site)
  const main = useRef<HTMLElement>(null)
  useFocusOnNavigation(main)
  const panel = admits(site.personPanel.whom, user.role) ? site.personPanel.screen : undefined
  const [parameters] = useSearchParams()
  const hasPanel = panel !== undefined && parameters.has(panelParameter)
  const isWide = useIsWide()
  const session = useSession()
  const isEnded = session?.isEnded === true
  useOverlaysAhead(panel, site.signInAgain)
  useLiveChanges({ token: session?.token, loadSocket: site.loadSocket, loadEvents: site.loadEvents, check: site.check })
  useEndedSession(isEnded)
  // An open conversation has its own bars.
  const hasBar = isNarrow && fills !== 'window'
  const skip = (event: MouseEvent) => {
    event.preventDefault()
    main.current?.focus()
  }
  return (
    <div className={`${looks.frame[fills ? 'full' : 'long']} ${hasBar ? barRoom : ''}`}>
      <SkipLink onClick={skip} />
      {!isNarrow && <Sidebar key={session?.token} site={site} user={user} />}
      <div className={looks.column[fills ? 'full' : 'long']} {...(hasPanel && isWide && { 'data-beside': '' })}>
        {!isNarrow && pathname === '/dashboard' && <Welcome user={user} />}
        <div
          className={`print:hidden ${fills ? 'max-h-[clamp(4rem,(100dvh-24rem)/2,33%)] shrink-0 overflow-y-auto' : ''} ${fills === 'window' ? 'max-md:hidden' : ''}`}
        >
          {site.banners
            .filter(({ whom, isLeftToFullPages }) => admits(whom, user.role) && !(fills && isLeftToFullPages))
            .map(({ name, screen, keepsRoom }) => (
              <Embed key={name} screen={screen} instead={keepsRoom?.(pathname) && <BannerRoom {...{ name, pathname }} />} />
            ))}
        </div>
        <PaperHead />
        <main id="content" ref={main} tabIndex={-1} className={`outline-none ${looks.main[fills ? 'full' : 'long']}`}>
          <Outlet />
        </main>
      </div>
      {hasBar && (
        <div className={fills ? '' : 'fixed inset-x-0 bottom-0 z-40'}>
          <BottomBar key={session?.token} site={site} user={user} />
        </div>
      )}
      {hasPanel && <Embed screen={panel} instead={isWide && <PanelPlace />} />}
      {isEnded && <Embed screen={site.signInAgain} user={user} />}
    </div>
  )
}

/** Paper has no sidebar, so the hall's name is above what is printed. */
const PaperHead = () => <p className="hidden pb-2 font-semibold print:block">{useBranding().systemName}</p>

/** Until the panel of a person is there its room is kept, so that nothing moves when it comes. */
const PanelPlace = () => <div className={`${panelWidth} print:hidden`} />

const SkipLink = ({ onClick }: { onClick: (event: MouseEvent) => void }) => (
  // biome-ignore lint/a11y/useValidAnchor: it leads to a place on this page, as a link does, without a step in the history.
  <a
    href="#content"
    onClick={onClick}
    className="sr-only z-60 rounded-lg bg-surface px-4 py-2 font-medium text-primary-text shadow-lg focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
  >
    {useWords(shellEn).skip}
  </a>
)

const Account = ({ site, user }: LayoutProps) => (
  <Suspense fallback={<span className="block h-13" />}>
    <site.accountMenu.Component user={user} />
  </Suspense>
)

const Sidebar = ({ site, user }: LayoutProps) => (
  <div className="sticky top-0 flex h-dvh print:hidden w-[min(calc(var(--spacing)*56),28vw)] shrink-0 flex-col gap-2 border-line border-r bg-surface px-3 py-2">
    <header className="px-3 pt-1">
      <Link to={startPage(user.role)} className="block rounded-lg">
        <Branding place="sidebar" />
      </Link>
    </header>
    <SwitcherButton site={site} user={user} />
    <div className="-mx-1 min-h-0 flex-1 overflow-y-auto px-1">
      <MenuEntries site={site} role={user.role} />
    </div>
    <Account site={site} user={user} />
  </div>
)

const Welcome = ({ user }: { user: SessionUser }) => {
  const words = useWords(shellEn)
  return (
    <section
      aria-label={words.signedInAs}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-line border-b bg-surface px-8 py-3"
    >
      <p className="min-w-0 font-medium wrap-anywhere">{words.welcome(shownName(user))}</p>
      <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
        {user.email && (
          <span className="wrap-anywhere">
            <Email address={user.email} />
          </span>
        )}
        <Badge>{words.roles[user.role]}</Badge>
      </p>
    </section>
  )
}
