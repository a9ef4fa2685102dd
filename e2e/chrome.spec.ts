import { chromeOf, firstRowLimit, type Size, shiftLimit, sizes, watchShifts } from '../bench/chrome/chromeOf.ts'
import { expect, expectAccessible, hallDay, superadmin, test } from './product.ts'
import { enter } from './screens.ts'

const notice = { content: 'Please use the cooler at the entrance.', targetAllUsers: true, priority: 8 }
const banners = [
  { ...notice, title: 'Water tank is being cleaned', type: 'banner' },
  { ...notice, title: 'The fee desk closes at 6 pm today', type: 'banner' },
  { ...notice, title: 'Phones on silent', type: 'marquee' },
]

test('lists start near the top and do not move, with banners that were seen and a marquee', async ({ product, page }, { project }) => {
  test.slow()
  const size: Size = project.name === 'phone' ? 'phone' : 'counter'
  await page.setViewportSize(sizes[size])
  const token = await product.tokenOf(superadmin.email)
  for (const banner of banners) expect((await product.call('POST', '/notice', token, banner)).status).toBe(201)
  const long = 'Venkatanarasimharajuvaripeta Subramaniam Lakshminarayanan Iyer'
  await product.addPerson('student', 'venkat@example.org', { name: long, seatNumber: 4, slot: 'morning' })
  const { body } = await product.call('GET', '/user?role=student', token)
  const [{ _id: studentId }] = body.items as unknown as [{ _id: string }]
  const [year, month] = hallDay().split('-').map(Number)
  const fee = { studentId, kind: 'monthly', month, year, amount: 900, dueOn: hallDay(-1) }
  expect((await product.call('POST', '/user/fees', token, fee)).status).toBe(201)
  await page.addInitScript(watchShifts)
  await enter(page, product, superadmin.email, '/users')
  await expect(page.getByText('Please use the cooler').first(), 'whole once').toBeVisible()
  const first = await chromeOf(page)
  expect(first.shift, first.sources.join('\n')).toBeLessThanOrEqual(shiftLimit)
  for (const path of ['/users', '/users?view=seats', '/fees', '/fees/dues', '/audit', '/chat-monitoring']) {
    await test.step(path, async () => {
      await page.goto(product.origin + path)
      const { firstRow, shift, sources } = await chromeOf(page)
      expect(firstRow ?? 0, 'the top of the first row').toBeLessThanOrEqual(firstRowLimit(path, size))
      expect(shift, sources.join('\n')).toBeLessThanOrEqual(shiftLimit)
      await expectAccessible(page)
    })
  }
  await page.getByRole('button', { name: /^The fee desk closes at 6 pm today\s*· \d more$/ }).click()
  await expect(page.getByText('Please use the cooler').first()).toBeVisible()
  await expectAccessible(page)
})

test('draws the shifts of the hall at once, before the code that follows the customization is loaded', async ({ product, page }) => {
  const token = await product.tokenOf(superadmin.email)
  const night = await product.call('POST', '/customization/shifts', token, { name: 'Night', from: '22:00', to: '06:00' })
  expect(night.status).toBe(201)
  await page.route(/\/Customized-[^/]+\.js$/, () => {})
  await enter(page, product, superadmin.email, '/users?view=seats')
  await expect(page.getByRole('tab', { name: 'Night' })).toBeVisible()
  await page.goto(`${product.origin}/users?view=seats&at=tonight`)
  await expect(page.getByText('38 of 38 seats free: Tonight, 22:00–06:00')).toBeVisible()
})
