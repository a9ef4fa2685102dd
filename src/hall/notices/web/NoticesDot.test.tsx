import { waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { noticesApi } from '../notices.contract.ts'
import type { ReadableNotice } from '../notices.shapes.contract.ts'
import { NoticesDot, shownNotices } from './NoticesDot.tsx'
import { listOf, readable } from './testing/notices.ts'

// A component that suspends during a test's render would never resume.
beforeAll(() => shownNotices.load())

const open = (...notices: ReadableNotice[]) =>
  renderPage(<NoticesDot />, {
    as: 'student',
    replies: [reply(noticesApi.mine, listOf(...notices)), reply(noticesApi.markRead, undefined)],
  })
const banner = (title: string) => readable(title, { type: 'banner' })
const marquee = (title: string) => readable(title, { type: 'marquee', content: `${title} in one line` })

test('a press on the dot shows all notices in full, and each banner can be dismissed', async () => {
  const page = open(banner('Water'), banner('Power'), banner('Tea'), marquee('Silence'))
  const button = await page.findByRole('button', { name: 'Notices (4)' })
  expect(page.getByRole('status').textContent).toBe('4 notices')
  expect(button.querySelector('.bg-error'), 'the dot').toBeTruthy()
  await page.user.click(button)
  const dialog = within(await page.findByRole('dialog', { name: 'Notices' }))
  for (const title of ['Water', 'Power', 'Tea', 'Silence in one line']) expect(dialog.getByText(title)).toBeTruthy()
  expect(dialog.queryByRole('marquee')).toBeNull()
  await page.user.click(dialog.getByRole('button', { name: 'Dismiss Power' }))
  expect(dialog.queryByText('Power')).toBeNull()
  await waitFor(() => expect(page.calls.some(({ endpoint }) => endpoint === noticesApi.markRead)).toBe(true))
  await page.user.click(dialog.getByRole('button', { name: 'Close' }))
  const after = await page.findByRole('button', { name: 'Notices (3)' })
  expect(after.querySelector('.bg-error'), 'a dot for banners that were seen').toBeNull()
})

test('closes with the last banner, and has no dot without notices', async () => {
  const page = open(banner('Water'))
  await page.user.click(await page.findByRole('button', { name: 'Notices (1)' }))
  await page.user.click(await page.findByRole('button', { name: 'Dismiss Water' }))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(page.queryByRole('button')).toBeNull()
  expect(page.getByRole('status').textContent).toBe('')
})
