import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '#web/testing/renderPage.tsx'
import { LockersCard } from './LockersCard.tsx'

test('leads to the lockers from the settings of the hall', () => {
  renderPage(<LockersCard />, { as: 'admin', replies: [] })
  expect(screen.getByRole('link', { name: 'Open lockers' }).getAttribute('href')).toBe('/fees/lockers')
})
