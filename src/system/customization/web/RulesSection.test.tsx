import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Role } from '#contract/actor.ts'
import { reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { customizationApi } from '../customization.contract.ts'
import { defaultRules } from '../customization.rules.contract.ts'
import { CustomizationPage } from './CustomizationPage.tsx'
import { untouched } from './testing/customization.ts'

const open = (as: Role) =>
  renderPage(<CustomizationPage />, {
    as,
    at: '/customization?section=rules',
    replies: [
      reply(customizationApi.get, { ...untouched, rules: defaultRules }),
      reply(customizationApi.updateRules, { ...untouched, rules: defaultRules }),
    ],
  })

test('a preset sets every rule, and changing a rule afterwards makes it a custom set', async () => {
  const page = open('superadmin')
  await page.user.click(await screen.findByRole('radio', { name: 'Strict' }))
  expect(screen.getByRole('switch', { name: 'Managers may void' })).toHaveProperty('checked', false)
  expect(screen.getByRole('switch', { name: 'Managers may renew' })).toHaveProperty('checked', true)
  expect(screen.getByText('0: managers cannot refund.')).toBeTruthy()
  await page.user.click(screen.getByRole('switch', { name: 'Managers may void' }))
  expect(screen.getByRole('radio', { name: 'Your own' })).toHaveProperty('checked', true)
  const limit = screen.getByRole('textbox', { name: /^Largest refund/ })
  await page.user.clear(limit)
  await page.user.fill(limit, '500')
  await page.user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved.')
  expect(page.calls.find(({ endpoint }) => endpoint === customizationApi.updateRules)?.received.body).toMatchObject({
    preset: null,
    managersVoid: true,
    managersRefundUpTo: 500,
    managersConcede: false,
  })
})

test('admins can read the rules but not change them', async () => {
  open('admin')
  expect(await screen.findByText('Only a superadmin can change these rules.')).toBeTruthy()
  expect(screen.getByRole('switch', { name: 'Managers may void' })).toHaveProperty('disabled', true)
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})
