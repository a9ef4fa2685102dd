import { chromeOf, firstRowLimit, type Size, shiftLimit, sizes, watch } from '../bench/chrome/chromeOf.ts'
import { goWithin } from '../gallery/goWithin.ts'
import { expect, expectAccessible, hallDay, superadmin, test } from './product.ts'
import { enter } from './screens.ts'

const notice = { content: 'Please use the cooler at the entrance.', targetAllUsers: true, priority: 8 }
const banners = [
  { ...notice, title: 'Water tank is being cleaned', type: 'banner' },
  { ...notice, title: 'The fee desk closes at 6 pm today', type: 'banner' },
  { ...notice, title: 'Phones on silent', type: 'marquee' },
]

/** Pages that axe sees in no other journey. */
const unexamined = ['/fees/dues', '/audit']

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
  await watch(page)
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
      if (path === '/fees/dues') {
        const name = page.getByTitle(long)
        await expect(name).toBeVisible()
        expect((await name.boundingBox())?.height, 'two lines of 24 px').toBeLessThanOrEqual(50)
      }
      if (unexamined.includes(path)) await expectAccessible(page)
    })
  }
  await page.getByRole('button', { name: /^The fee desk closes at 6 pm today\s*· \d more$/ }).click()
  await expect(page.getByText('Please use the cooler').first()).toBeVisible()
  await expectAccessible(page)
})

test('draws the shifts of the hall at once, before the code that follows the customization is loaded', { tag: '@desktop' }, async ({
  product,
  page,
}) => {
  const token = await product.tokenOf(superadmin.email)
  const night = await product.call('POST', '/customization/shifts', token, { name: 'Night', from: '22:00', to: '06:00' })
  expect(night.status).toBe(201)
  await page.route(/\/Customiz-[^/]+\.js$/, () => {})
  await enter(page, product, superadmin.email, '/users?view=seats')
  await expect(page.getByRole('tab', { name: 'Night' })).toBeVisible()
  await goWithin(page, '/dashboard')
  await goWithin(page, '/users?view=seats&at=tonight')
  await expect(page.getByText('38 of 38 seats free: Tonight, 22:00–06:00')).toBeVisible()
})

test('shows a bar while the app is still being loaded, and none once it is there', { tag: '@phone' }, async ({ product, page }) => {
  const held = Promise.withResolvers<void>()
  await page.route(/\/react-[^/]+\.js$/, async (route) => {
    await held.promise
    await route.continue()
  })
  const barHeight = () =>
    page.evaluate(`(() => {
      const root = document.querySelector('#root')
      return root ? parseFloat(getComputedStyle(root, '::before').height) || 0 : -1
    })()`)
  await page.goto(`${product.origin}/login`, { waitUntil: 'commit' })
  await expect.poll(barHeight).toBe(3)
  held.resolve()
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  expect(await barHeight()).toBe(0)
})

test('a student’s profile does not move when its replies come late', { tag: '@phone' }, async ({ product, page }) => {
  await page.setViewportSize(sizes.phone)
  await product.addPerson('student', 'asha@example.org', { name: 'Asha Kulkarni', seatNumber: 1, slot: 'morning' })
  await watch(page)
  await enter(page, product, 'asha@example.org', '/dashboard')
  await chromeOf(page)
  const reached = () => Promise.withResolvers<void>()
  for (const late of [/\/user\/profile\//, /\/user\/fees\//]) {
    const others = reached()
    await page.route(late, async (route) => {
      await others.promise
      await route.continue()
    })
    await page.goto(`${product.origin}/profile`)
    await expect(page.getByRole('heading', { name: 'Personal Information' })).toBeVisible()
    others.resolve()
    const { shift, sources } = await chromeOf(page)
    expect(shift, sources.join('\n')).toBeLessThanOrEqual(shiftLimit)
    await page.unroute(late)
  }
})

test('a conversation does not move when its parts come late', { tag: '@phone' }, async ({ product, page }) => {
  await page.setViewportSize(sizes.phone)
  await product.addPerson('student', 'asha@example.org', { name: 'Asha Kulkarni' })
  const { body: asha } = await product.call('GET', '/auth/me', await product.tokenOf('asha@example.org'))
  const token = await product.tokenOf(superadmin.email)
  const { body: chat } = await product.call('POST', '/chat/conversations/private', token, { userId: asha._id })
  const others = Promise.withResolvers<void>()
  const late = new Set<string>()
  await page.route(/\/(Attach|LastSeen|HeaderLi|ChatNoti)-[^/]*\.js$/, async (route) => {
    late.add(new URL(route.request().url()).pathname.replace(/.*\/|-.*/g, ''))
    await others.promise
    await route.continue()
  })
  await watch(page)
  await enter(page, product, superadmin.email, `/chat?c=${chat._id}`)
  await expect(page.getByRole('textbox', { name: /^Message to / })).toBeVisible()
  await expect.poll(() => [...late].sort()).toEqual(['Attach', 'ChatNoti', 'HeaderLi', 'LastSeen'])
  await page.evaluate('layoutShift = 0')
  others.resolve()
  await expect(page.getByRole('button', { name: 'Attach files' })).toBeVisible()
  const { shift, sources } = await chromeOf(page)
  expect(shift, sources.join('\n')).toBe(0)
})

test('the font may come late: its fallback is as wide, and nothing moves', { tag: '@phone' }, async ({ product, page }) => {
  await page.setViewportSize(sizes.phone)
  const token = await product.tokenOf(superadmin.email)
  // About as wide as a phone has room for in one line, with the letters of Inter.
  const title = 'Fire drill today at 11:00 am'
  expect((await product.call('POST', '/notice', token, { ...notice, title, type: 'banner' })).status).toBe(201)
  await product.addPerson('student', 'asha@example.org', { name: 'Asha Kulkarni', seatNumber: 1, slot: 'morning' })
  await watch(page)
  for (const [email, path] of [
    [superadmin.email, '/users'],
    ['asha@example.org', '/notices-tab'],
  ] as const) {
    const shown = Promise.withResolvers<void>()
    await page.route(/\.woff2$/, async (route) => {
      await shown.promise
      await route.continue()
    })
    const font = page.waitForRequest(/\/inter-basic.*\.woff2$/)
    await enter(page, product, email, path)
    await expect(page.getByText(title).first()).toBeVisible()
    await font
    shown.resolve()
    const { shift, sources } = await chromeOf(page)
    expect(await page.evaluate(`document.fonts.check('16px "Inter Variable"')`)).toBe(true)
    expect(shift, `${path}\n${sources.join('\n')}`).toBeLessThanOrEqual(shiftLimit)
    await page.unroute(/\.woff2$/)
  }
  const widths = await page.evaluate<[string, number][]>(`(async () => {
    const [inter, ...fallbacks] = getComputedStyle(document.documentElement).getPropertyValue('--font-sans').split(',')
    const canvas = document.createElement('canvas').getContext('2d')
    const width = (weight, family) => {
      canvas.font = weight + ' 100px ' + family
      return canvas.measureText('The fee desk closes at 6 pm today, and the cooler is at the entrance').width
    }
    const weights = [400, 500, 600, 700]
    await Promise.all(weights.map((weight) => document.fonts.load(weight + ' 16px ' + inter)))
    return weights.map((weight) => [weight, width(weight, fallbacks.join()) / width(weight, inter)])
  })()`)
  for (const [weight, ratio] of widths) expect(Math.abs(ratio - 1), `the width at weight ${weight}`).toBeLessThan(0.03)
})

test('the landing page does not move if the font of ₹ is there before the letters, nor is it waited for a long poll', {
  tag: '@desktop',
}, async ({ product, page }) => {
  await page.setViewportSize(sizes.counter)
  const token = await product.tokenOf(superadmin.email)
  expect((await product.call('PUT', '/customization/hall', token, { monthlyFee: 900 })).status).toBe(200)
  await watch(page)
  // The page is measured although a long poll of the socket stays open.
  await page.route(/\/socket\.io\//, () => {})
  await page.addInitScript(`void fetch('/socket.io/?transport=polling')`)
  const poll = page.waitForRequest(/\/socket\.io\//)
  const isRupeeThere = Promise.withResolvers<void>()
  await page.route(/\/inter-basic.*\.woff2$/, async (route) => {
    await isRupeeThere.promise
    await route.continue()
  })
  const rupee = page.waitForEvent('requestfinished', (request) => /\/inter-rupee.*\.woff2$/.test(request.url()))
  await page.goto(product.origin)
  await Promise.all([rupee, poll])
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  isRupeeThere.resolve()
  const { shift, sources } = await chromeOf(page)
  expect(shift, sources.join('\n')).toBeLessThanOrEqual(shiftLimit)
})

test('beside the panel of a person, the page keeps its title, tabs and actions in one row', { tag: '@desktop' }, async ({
  product,
  page,
}) => {
  await product.addPerson('student', 'asha@example.org', { name: 'Asha Kulkarni', seatNumber: 1, slot: 'morning' })
  await page.addInitScript(`
    globalThis.sideways = 0
    const look = () => {
      const { scrollWidth = 0, clientWidth = 0 } = document.documentElement ?? {}
      sideways = Math.max(sideways, scrollWidth - clientWidth)
      requestAnimationFrame(look)
    }
    look()`)
  await enter(page, product, superadmin.email, '/users')
  for (const width of [1280, 1366]) {
    await page.setViewportSize({ width, height: 768 })
    await page
      .getByRole('table', { name: 'Users' })
      .getByRole('row', { name: /Asha Kulkarni/ })
      .click()
    await expect(page.getByRole('button', { name: 'Take payment' })).toBeVisible()
    const cut = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('main header [role=tablist]'))`
    expect(await page.evaluate(cut), 'a tab is cut').toBe(0)
    const tops = [page.getByRole('tab', { name: 'Seat map' }), page.getByRole('button', { name: 'Add User' })]
    const [tab, action] = await Promise.all(tops.map((each) => each.boundingBox()))
    expect(Math.abs((tab?.y ?? 0) - (action?.y ?? 0)), 'one row').toBeLessThan(24)
    await page.getByRole('button', { name: 'Close' }).first().click()
  }
  expect(await page.evaluate('sideways'), 'the page scrolls sideways').toBe(0)
})

test('on a phone, what says that there is no connection leaves the button that takes a payment free', { tag: '@phone' }, async ({
  page,
  product,
}) => {
  await product.addPerson('student', 'asha@example.org', { name: 'Asha Devi', seatNumber: 1, slot: 'morning' })
  await enter(page, product, superadmin.email, '/fees/counter')
  await page.getByRole('combobox', { name: 'Student' }).fill('Asha')
  await page.getByRole('option', { name: /Asha Devi/ }).click()
  await page.getByLabel('Amount').fill('900')
  await page.route('**/api/**', (route) => route.abort('internetdisconnected'))
  const take = page.getByRole('button', { name: 'Take payment' })
  await take.click()
  await expect(page.getByText('Failed to save the payment. The server could not be reached.')).toBeVisible()
  const said = page.getByText(/^No connection\. Last updated/)
  await expect(said).toBeVisible()
  await expect
    .poll(async () => {
      const [above, below] = [await said.boundingBox(), await take.boundingBox()]
      return above && below && above.y + above.height <= below.y
    })
    .toBe(true)
  // Elsewhere it may be above a bar with buttons.
  await expect(said).toHaveCSS('pointer-events', 'none')
  await page.unroute('**/api/**')
  await take.click()
  await expect(page.getByText('₹900 from Asha Devi')).toBeVisible()
})
