import { expect, test } from 'vitest'
import type { Role } from '#contract/actor.ts'
import { commonErrors } from '#contract/errors.ts'
import { noticesApi } from '#hall/notices/notices.contract.ts'
import { homeApi } from '#home/dashboard/dashboard.contract.ts'
import { dashboard } from '#home/dashboard/web/testing/dashboard.ts'
import { accountsApi } from '#people/accounts/accounts.contract.ts'
import { givenMe } from '#people/accounts/web/testing/me.ts'
import { seatsApi } from '#people/seats/seats.contract.ts'
import { backupApi } from '#system/backup/backup.contract.ts'
import { queryClient } from './api/queryClient.ts'
import { getSession } from './api/session.ts'
import { prepareFirst } from './routes.tsx'
import { refuse, reply } from './testing/fakeServer.ts'
import { renderPage } from './testing/renderPage.tsx'

const me = (role: Role) => reply(accountsApi.me, givenMe(role))

const prepare = async (address: string, role: Role, session = me(role)) => {
  window.history.replaceState(null, '', address)
  const replies = [
    session,
    dashboard(),
    reply(seatsApi.first, { shift: null, items: [] }),
    reply(noticesApi.mine, { items: [], nextCursor: null }),
    reply(backupApi.warning, { warning: null, lastAt: null, isOnSameDisk: false }),
  ]
  const { calls } = renderPage(<p>Nothing yet</p>, { as: role, at: address, replies })
  await prepareFirst(window.location.pathname)
  return calls.map(({ endpoint }) => endpoint.path).toSorted()
}

test.each([
  ['/dashboard', 'student', [accountsApi.me.path, noticesApi.mine.path, homeApi.dashboard.path]],
  ['/users?view=seats', 'manager', [accountsApi.me.path, noticesApi.mine.path, seatsApi.first.path]],
  ['/users?view=seats', 'superadmin', [accountsApi.me.path, noticesApi.mine.path, backupApi.warning.path, seatsApi.first.path]],
  ['/users', 'manager', [accountsApi.me.path, noticesApi.mine.path]],
  ['/users?view=seats', 'student', [accountsApi.me.path, noticesApi.mine.path]],
] as const)('before %s is drawn for a %s, the session is checked and its first data and banners are here', async (address, role, paths) => {
  expect(await prepare(address, role)).toEqual(paths)
  for (const path of paths.slice(1)) expect(queryClient.getQueryData([path, {}])).toBeTruthy()
})

test('a session that has ended is over before anything is drawn', async () => {
  await prepare('/dashboard', 'student', reply(accountsApi.me, refuse(commonErrors.notSignedIn)))
  expect(getSession()).toBeNull()
})
