import { Suspense, useEffect } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { type SessionUser, useSession } from '../api/session.ts'
import { Admitted, Gate, useStoredToken } from './Gate.tsx'
import type { LayoutProps } from './Layout.tsx'
import { NotFound } from './NotFound.tsx'
import { Boundary, PageView } from './PageView.tsx'
import type { Site } from './page.ts'
import { lazyScreen } from './screen.ts'
import { startPages } from './startPage.ts'
import { SitePages } from './usePrefetch.ts'
import { useScrollMemory } from './useScrollMemory.ts'

/** Most of the widgets come with the layout, so that the login page is small. */
const layout = lazyScreen<LayoutProps>(async () => (await import('./Layout.tsx')).Layout)

/** Fetches what stands around every page behind the sign-in. */
export const prepareFrame = async (site: Site): Promise<void> => {
  await Promise.all([layout.load(), site.accountMenu.load()])
}

/** Fetches what is seen first by a person who signs in, whatever their role: the frame, then the start pages. */
const prepareStart = async (site: Site): Promise<void> => {
  await prepareFrame(site)
  for (const path of startPages) await site.pages.find((page) => page.path === path)?.screen.load()
}

/** The address without slashes that say nothing: `/dashboard/` is `/dashboard`, and `//other.example` no other site. */
const plain = (pathname: string): string => `/${pathname.split('/').filter(Boolean).join('/')}`

/** All pages of the site, each at one address. */
export const Pages = ({ site }: { site: Site }) => {
  const { pathname, search, hash, state } = useLocation()
  const address = plain(pathname)
  if (address !== pathname) return <Navigate to={{ pathname: address, search, hash }} state={state} replace />
  return <PlainPages site={site} />
}

/** The open ones, those behind the gate, redirects, and what stands where there is none. */
const PlainPages = ({ site }: { site: Site }) => {
  const storedToken = useStoredToken()
  const isSignedIn = useSession() !== null
  const { pathname } = useLocation()
  useScrollMemory()
  usePrefetchedLayout(site, storedToken !== undefined, pathname)
  const isOpen = (page: Site['pages'][number]) => page.access === 'anyone'
  return (
    <SitePages value={site.pages}>
      <Routes>
        {site.pages.filter(isOpen).map((page) => (
          <Route key={page.path} path={page.path} element={<PageView page={page} />} />
        ))}
        <Route element={<Gate storedToken={storedToken} check={site.check} page={(user) => <Framed site={site} user={user} />} />}>
          {site.pages
            .filter((page) => !isOpen(page))
            .map((page) => (
              <Route key={page.path} path={page.path} element={<Admitted page={page} />} />
            ))}
          {isSignedIn && <Route path="*" element={<NotFound />} />}
        </Route>
        {Object.entries(site.redirects).map(([from, to]) => (
          <Route key={from} path={from} element={<Navigate to={to} replace />} />
        ))}
        {!isSignedIn && <Route path="*" element={<OpenNotFound />} />}
      </Routes>
    </SitePages>
  )
}

const OpenNotFound = () => (
  <main>
    <NotFound />
  </main>
)

const Framed = ({ site, user }: { site: Site; user: SessionUser }) => (
  <Boundary>
    <Suspense>
      <layout.Component site={site} user={user} />
    </Suspense>
  </Boundary>
)

/** How long the login page has the network for itself. */
const quietMs = 1_500

/** Fetches layout and page beside the check of the session; for those who sign in, while they type. */
const usePrefetchedLayout = (site: Site, isSignedIn: boolean, pathname: string) => {
  const isLanding = pathname === '/' || pathname === '/landing'
  useEffect(() => {
    if (isSignedIn) {
      void prepareFrame(site)
      const opened = site.pages.find((page) => page.path === window.location.pathname)
      if (opened) void opened.screen.load()
      return
    }
    // A person who reads there has not set out for the sign-in yet.
    if (isLanding) return
    const timer = setTimeout(() => void prepareStart(site), quietMs)
    return () => clearTimeout(timer)
  }, [site, isSignedIn, isLanding])
}
