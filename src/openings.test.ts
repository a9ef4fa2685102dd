import { expect, test } from 'vitest'
import { chatApi } from '#chat/conversations/conversations.contract.ts'
import { type Access, admits, roles } from '#contract/actor.ts'
import { fillPath } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { noticesApi } from '#hall/notices/notices.contract.ts'
import { homeApi } from '#home/dashboard/dashboard.contract.ts'
import { categoriesApi } from '#library/categories/categories.contract.ts'
import { accountsApi } from '#people/accounts/accounts.contract.ts'
import { seatsApi } from '#people/seats/seats.contract.ts'
import { usersApi } from '#people/users/users.contract.ts'
import { backupApi } from '#system/backup/backup.contract.ts'
import { bannerCalls, closedTo, firstCalls, sessionCall } from '#web/api/openings.ts'
import { declaredPages, pagesIn } from '../scripts/openings.ts'

test('the build finds the file of every page behind the sign-in', () => {
  const declared = declaredPages()
  const behind = [...declared.matchAll(/path: '([^']+)',\s*access: '(\w+)'/g)].filter(
    ([, path, access]) => access !== 'anyone' && !path?.includes(':'),
  )
  const found = pagesIn(declared)
  expect(found).toHaveLength(behind.length)
  expect(found).toContainEqual(['/documents', 'src/library/browsing/web/DocumentsPage.tsx'])
})

test('the calls that the head of the page makes early are calls of the contracts', () => {
  const api = ({ path }: { path: string }) => `/api${fillPath(path)}`
  expect(sessionCall).toBe(api(accountsApi.me))
  expect(bannerCalls).toEqual([api(noticesApi.mine), api(backupApi.warning)])
  expect(firstCalls).toEqual({
    '/documents': api(categoriesApi.tree),
    '/categories': api(categoriesApi.tree),
    '/dashboard': api(homeApi.dashboard),
    '/users': `${api(usersApi.list)}?limit=100`,
    '/users?view=seats': api(seatsApi.first),
    '/notices-tab': api(noticesApi.mine),
    '/chat': `${api(chatApi.conversations)}?limit=${limits.listDefault}`,
  })
})

test('a first call is made early by exactly the roles that may open its page', () => {
  const declared = new Map([...declaredPages().matchAll(/path: '([^']+)',\s*access: '(\w+)'/g)].map(([, path, access]) => [path, access]))
  for (const path of Object.keys(firstCalls).map((address) => address.replace(/\?.*/, ''))) {
    const refused = roles.filter((role) => !admits(declared.get(path) as Access, role))
    expect({ path, refused: closedTo[path] ?? [] }).toEqual({ path, refused })
  }
})
