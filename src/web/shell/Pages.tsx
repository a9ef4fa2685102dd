import { Suspense, useEffect } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { admits, type Role } from '#contract/actor.ts'
import { lastPage } from '../api/lastPage.ts'
import { type SessionUser, useSession } from '../api/session.ts'
import { Admitted, Gate, useStoredToken } from './Gate.tsx'
import { HeaderNotices } from './headerNotices.ts'
import type { LayoutProps } from './Layout.tsx'
import { NotFound } from './NotFound.tsx'
import { Boundary, PageView } from './PageView.tsx'
import type { Site } from './page.ts'
import { lazyScreen } from './screen.ts'
import { openPath, startPage, startPages } from './startPage.ts'
import { SitePages } from './usePrefetch.ts'
import { useScrollMemory } from './useScrollMemory.ts'

/** Most of the widgets come with the layout, so that the login page is small. */
const layout = lazyScreen<LayoutProps>(async () => (await import('./Layout.tsx')).Layout)

type First = { path: string; role: Role }

/** Fetches the banners above the first page for which room is kept: until they are known, the page is invisible. */
const prepareBanners = async ({ banners }: Site, { path, role }: First): Promise<void> => {
  const shown = banners.filter(({ whom, keepsRoom }) => admits(whom, role) && keepsRoom?.(path))
  await Promise.all(shown.flatMap(({ screen, prefetch }) => [screen.load(), prefetch?.()]))
}

/** Fetches the layout around every page behind the sign-in, with the code of the notices above it, and what the banners of the first page show. */
export const prepareFrame = async (site: Site, first?: First): Promise<void> => {
  const [notices] = site.banners
  await Promise.all([layout.load(), site.accountMenu.load(), notices?.screen.load(), first && prepareBanners(site, first)])
}

/** Fetches what a person sees first after signing in, whatever their role: the frame, then the start pages. */
const prepareStart = async (site: Site): Promise<void> => {
  await prepareFrame(site)
  for (const path of startPages) await site.pages.find((page) => page.path === path)?.screen.load()
}

/** Returns the address without redundant slashes: `/dashboard/` is `/dashboard`, and `//other.example` is not another site. */
const plain = (pathname: string): string => `/${pathname.split('/').filter(Boolean).join('/')}`

/** All pages of the site, each at one address. */
export const Pages = ({ site }: { site: Site }) => {
  const { pathname, search, hash, state } = useLocation()
  const address = plain(pathname)
  if (address !== pathname) return <Navigate to={{ pathname: address, search, hash }} state={state} replace />
  return <PlainPages site={site} />
}

/** Open pages, pages behind the gate, redirects, and the page for unknown addresses. */
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
        <Route
          element={<Gate storedToken={storedToken} check={site.check} page={(user) => <Framed key={user._id} site={site} user={user} />} />}
        >
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
        <Route path={openPath} element={<LastPage />} />
        {!isSignedIn && <Route path="*" element={<OpenNotFound />} />}
      </Routes>
    </SitePages>
  )
}

const LastPage = () => {
  const session = useSession()
  if (!session) return <Navigate to="/login" replace />
  return <Navigate to={lastPage() ?? startPage(session.user.role)} replace />
}

const OpenNotFound = () => (
  <main>
    <NotFound />
  </main>
)

const Framed = ({ site, user }: { site: Site; user: SessionUser }) => (
  <Boundary>
    <HeaderNotices value={site.headerNotices}>
      <Suspense>
        <layout.Component site={site} user={user} />
      </Suspense>
    </HeaderNotices>
  </Boundary>
)

/** How long the login page has the network to itself. */
const quietMs = 1_500

/** Fetches layout and page in parallel with the check of the session; on the login page, while the person types. */
const usePrefetchedLayout = (site: Site, isSignedIn: boolean, pathname: string) => {
  const isLanding = pathname === '/' || pathname === '/landing'
  useEffect(() => {
    if (isSignedIn) {
      void prepareFrame(site)
      const opened = site.pages.find((page) => page.path === window.location.pathname)
      if (opened) void opened.screen.load()
      return
    }
    // A visitor who reads there is not signing in yet.
    if (isLanding) return
    const timer = setTimeout(() => void prepareStart(site), quietMs)
    return () => clearTimeout(timer)
  }, [site, isSignedIn, isLanding])
}
