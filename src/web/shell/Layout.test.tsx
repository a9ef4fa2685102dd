import { screen } from '@testing-library/react'
import { Link, Route, Routes } from 'react-router'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../testing/renderPage.tsx'
import { Layout } from './Layout.tsx'
import type { Site } from './page.ts'
import { eagerScreen } from './screen.ts'

const Nothing = () => null

test('a page that fills the window gets the remaining height, and no page loses its rest', async () => {
  vi.stubGlobal('scrollTo', () => {})
  const site: Site = {
    pages: [
      { path: '/fees', access: 'member', screen: eagerScreen(Nothing) },
      { path: '/chat', access: 'member', screen: eagerScreen(Nothing), fills: (address) => (address.has('c') ? 'window' : 'page') },
    ],
    menus: { student: [], manager: [], admin: [], superadmin: [] },
    bars: { student: [], manager: [], admin: [], superadmin: [] },
    redirects: {},
    check: () => new Promise(() => {}),
    loadSocket: () => new Promise(() => {}),
    loadEvents: async () => [],
    logout: () => {},
    banners: [
      { name: 'notices', whom: 'member', screen: eagerScreen(() => <p>Notices</p>), isLeftToFullPages: true },
      { name: 'backup', whom: 'member', screen: eagerScreen(() => <p>Backups</p>) },
    ],
    accountMenu: eagerScreen(Nothing),
    signInAgain: eagerScreen(Nothing),
    switcher: eagerScreen(Nothing),
    personPanel: { whom: 'staff', screen: eagerScreen(() => <p>Person</p>) },
  }
  const links = ['/chat', '/chat?c=1', '/fees'].map((to) => (
    <Link key={to} to={to}>
      {to}
    </Link>
  ))
  const user = { _id: 'student-1', name: 'Asha Devi', email: 'asha@example.org', role: 'student' } as const
  const page = renderPage(
    <Routes>
      <Route element={<Layout site={site} user={user} />}>
        <Route path="*" element={links} />
      </Route>
    </Routes>,
    { as: 'student', at: '/fees' },
  )
  const shown = () => ['Notices', 'Backups'].filter((text) => screen.queryByText(text))
  expect(shown()).toEqual(['Notices', 'Backups'])
  for (const to of ['/chat', '/chat?c=1']) {
    await page.user.click(screen.getByRole('link', { name: to }))
    expect(shown()).toEqual(['Backups'])
  }
  await page.user.click(screen.getByRole('link', { name: '/fees' }))
  expect(shown()).toEqual(['Notices', 'Backups'])
})
