import { expect, test } from 'vitest'
import { renderPage } from '../testing/renderPage.tsx'
import { useAsOf } from './useAsOf.ts'

const Page = () => <p>{useAsOf().asOf ?? 'current'}</p>

test.each([
  ['2026-02-28', '2026-02-28'],
  ['2026-02-31', 'current'],
  ['2026-2-1', 'current'],
  ['9999-01-01', 'current'],
])('an address that names %s shows the figures of: %s', async (given, shown) => {
  const page = renderPage(<Page />, { as: 'manager', at: `/month-end?as-of=${given}`, replies: [] })
  expect(await page.findByText(shown)).toBeTruthy()
})
