import { render } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { Pages } from './Pages.tsx'
import type { Page, Site } from './page.ts'
import { eagerScreen } from './screen.ts'

const Nothing = () => null

test('loads the code of both start pages while the sign-in page is open, the frame first', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('scrollTo', () => {})
  const loaded: string[] = []
  const screen = (name: string) => ({ Component: Nothing, load: async () => void loaded.push(name) })
  const page = (path: `/${string}`, access: Page['access']): Page => ({ path, access, screen: screen(path) })
  const site: Site = {
    pages: [page('/login', 'anyone'), page('/dashboard', 'member'), page('/users', 'staff'), page('/fees', 'staff')],
    menus: { student: [], manager: [], admin: [], superadmin: [] },
    bars: { student: [], manager: [], admin: [], superadmin: [] },
    redirects: {},
    check: () => Promise.reject(new Error('nobody is signed in')),
    loadSocket: () => Promise.reject(new Error('nobody is signed in')),
    loadEvents: async () => [],
    logout: () => {},
    banners: [],
    accountMenu: screen('account menu'),
    signInAgain: eagerScreen(Nothing),
    switcher: eagerScreen(Nothing),
    personPanel: { whom: 'staff', screen: eagerScreen(Nothing) },
  }
  render(
    <MemoryRouter initialEntries={['/login']}>
      <Pages site={site} />
    </MemoryRouter>,
  )
  expect(loaded).toEqual([])
  await vi.advanceTimersByTimeAsync(1_500)
  vi.useRealTimers()
  await expect.poll(() => loaded).toEqual(['account menu', '/dashboard', '/users'])
})
