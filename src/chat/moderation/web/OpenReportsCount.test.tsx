import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refreshSince } from '#web/api/queryClient.ts'
import { reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { moderationApi } from '../moderation.contract.ts'
import { OpenReportsCount } from './OpenReportsCount.tsx'

test('says how many reports are new, follows changes, and shows nothing without any', async () => {
  let count = 1
  const page = renderPage(<OpenReportsCount />, { as: 'admin', replies: [reply(moderationApi.openReports, () => ({ count }))] })
  expect((await page.findByText('1 new report')).className).toBe('sr-only')
  count = 120
  refreshSince(['moderation'], Date.now() + 1)
  expect(await page.findByText('120 new reports')).toBeTruthy()
  expect(page.getByText('99+')).toBeTruthy()
  count = 0
  refreshSince(['moderation'], Date.now() + 1)
  await waitFor(() => expect(page.container.textContent).toBe(''))
})
