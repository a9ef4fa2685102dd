import { expect, expectAccessible, hallDay, test } from './product.ts'
import { enter, goTo } from './screens.ts'

test('shows a fee that the clerk marks as paid on the open profile of the student at once', { tag: '@phone' }, async ({
  product,
  page,
  browser,
}) => {
  const today = hallDay()
  await Promise.all([
    product.addPerson('manager', 'farida@example.org', { name: 'Farida Khan' }),
    product.addPerson('student', 'asha@example.org', { name: 'Asha Kulkarni', dateJoinedLibrary: today }),
  ])
  const ashas = await (await browser.newContext()).newPage()
  await Promise.all([enter(ashas, product, 'asha@example.org', '/profile'), enter(page, product, 'farida@example.org')])
  await expect(ashas.getByText('No fee records found')).toBeVisible()

  await goTo(page, 'Fee Management')
  await expect(page.getByText('No fee records found')).toBeVisible()
  await page.getByText(/fees? (?:is|are) missing/).click()
  await page.getByRole('button', { name: 'Generate fees of Asha Kulkarni' }).click()
  await expect(page.getByText('Fees generated successfully')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Fee Records (1)' })).toBeVisible()
  await expectAccessible(page)
  await expect(ashas.getByText(/^You owe ₹1,000, due since/)).toBeVisible()

  const markPaid = page.getByRole('button', { name: /^Mark Paid: Asha Kulkarni/ })
  await test.step('shows an error beside what was pressed, not on it', async () => {
    await page.route('**/api/user/fees/*', (route) => route.abort(), { times: 1 })
    await markPaid.scrollIntoViewIfNeeded()
    const { y = 0, height = 0 } = (await markPaid.boundingBox()) ?? {}
    // Just above the bottom bar, which is 56 px high.
    await page.setViewportSize({ width: 360, height: Math.ceil(y + height) + 76 })
    await markPaid.click()
    const error = page.getByRole('region', { name: 'Notifications' }).getByRole('listitem').filter({ hasText: 'Failed to update' })
    await expect(error).toBeVisible()
    const [button, message] = [await markPaid.boundingBox(), await error.boundingBox()]
    expect((message?.y ?? 0) + (message?.height ?? 0)).toBeLessThan(button?.y ?? 0)
    await page.setViewportSize({ width: 360, height: 740 })
  })
  await markPaid.click()
  await expect(page.getByText('Fee marked as paid')).toBeVisible()
  await expect(page.getByText(/^Failed to update/)).toHaveCount(0)
  await expect(ashas.getByText('You owe nothing.')).toBeVisible()
  await expect(ashas.getByRole('link', { name: /\/000001$/ })).toBeVisible()
  await expectAccessible(ashas)

  await page.getByRole('button', { name: /^Details: Asha Kulkarni/ }).click()
  const details = page.getByRole('dialog', { name: /^Asha Kulkarni/ })
  await expect(details.getByRole('link', { name: /^Receipt / })).toBeVisible()
  await expectAccessible(page)
  await details.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: /^Mark Unpaid: Asha Kulkarni/ }).click()
  const question = page.getByRole('dialog', { name: 'Mark as unpaid' })
  await expect(question.getByText(/^Receipt .*₹1,000$/)).toBeVisible()
  await question.getByRole('button', { name: 'Mark Unpaid' }).click()
  await expect(page.getByText('Fee marked as unpaid')).toBeVisible()
  await expect(ashas.getByText(/^You owe ₹1,000, due since/)).toBeVisible()
  await ashas.context().close()
})
