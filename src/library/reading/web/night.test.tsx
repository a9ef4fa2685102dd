import { act, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderPage } from '#web/testing/renderPage.tsx'
import { ReaderMenu } from './ReaderMenu.tsx'
import type { PageLayout } from './usePageLayout.ts'

const layout = { zoom: { kind: 'auto' }, zoomTo: () => undefined } as unknown as PageLayout
const root = document.documentElement
const show = () => renderPage(<ReaderMenu layout={layout} />)

afterEach(() => {
  root.removeAttribute('data-dark')
  localStorage.removeItem('dark pages')
})

test('pages are white in light mode and dark in dark mode by default', async () => {
  show()
  expect(screen.getByRole('button', { name: 'Dark pages' })).toBeTruthy()
  act(() => void root.setAttribute('data-dark', ''))
  expect(await screen.findByRole('button', { name: 'White pages' })).toBeTruthy()
})

test('the device remembers the choice', async () => {
  root.setAttribute('data-dark', '')
  const { user, unmount } = show()
  await user.click(screen.getByRole('button', { name: 'White pages' }))
  expect(screen.getByRole('button', { name: 'Dark pages' })).toBeTruthy()
  unmount()
  show()
  expect(screen.getByRole('button', { name: 'Dark pages' })).toBeTruthy()
})
