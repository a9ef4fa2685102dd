import { goWithin } from '../gallery/goWithin.ts'
import { accounts, password as demoPassword, systemName } from '../scripts/demoHall.ts'
import { demoEnvironment, fill } from '../scripts/fill.ts'
import { begin, expect, test } from './product.ts'
import { signIn } from './screens.ts'

/** The lists, each with what a row has; with `chosen` it has a filter that is set, and `buttons` are those whose text is a part of the list. */
const lists = [
  { path: '/users', row: /Lakshmi Rao/ },
  { path: '/users?role=manager', row: /Farida Khan/, chosen: true },
  { path: '/fees', row: /November|October|\d{4}/ },
  { path: '/fees/receipts', row: /\/000\d{3}/ },
  { path: '/fees/dues', row: /Asha Kulkarni/ },
  { path: '/fees/counter', row: /\/000\d{3}/ },
  { path: '/fees/month-end', row: /Farida Khan/, buttons: /closing/ },
  { path: '/fees/check', row: /Farida Khan/, buttons: /^\d+\D/ },
  { path: '/audit', row: /Meera Iyer/, buttons: /^Show only changes by / },
  { path: '/notices', row: /Lockers are opened/ },
  { path: '/thoughts', row: /Arise, awake/ },
  { path: '/announcements', row: /New shelf/ },
  { path: '/gallery', row: /Evening by the windows/ },
  { path: '/categories', row: /Railways/ },
  { path: '/documents', row: /Library/, buttons: /\d documents?$/ },
  { path: '/chat-monitoring', row: /UPSC 2027/ },
] as const

/** Returns the names of the controls that can be seen, except fields that have a value: that is printed as text. */
const controlsOf = `(() => {
  const isShown = (each) => each.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && each.getBoundingClientRect().width > 2
  const isText = (each) => /text|search|month|date|select/.test(each.type) && each.value !== ''
  const all = document.querySelectorAll('button, input, select, textarea, [role=tab], [role=checkbox], [role=switch], nav a:not([aria-current])')
  return [...all].filter((each) => isShown(each) && !isText(each)).map((each) => each.getAttribute('aria-label') ?? each.textContent)
})()`

test('a printed list has the hall’s name, its title, its rows and what was chosen, and no controls', { tag: '@desktop' }, async ({
  page,
}) => {
  test.slow()
  const product = await begin({ ...demoEnvironment, RATE_LIMITS: 'off' })
  try {
    await fill(product.origin)
    await signIn(page, product.origin, accounts.superadmin.email, demoPassword)
    await expect(page).toHaveURL(/\/dashboard$/)
    const main = page.getByRole('main')
    for (const { path, row, ...more } of lists)
      await test.step(path, async () => {
        await goWithin(page, path)
        await expect(main.getByText(row).filter({ visible: true }).first()).toBeVisible()
        await page.emulateMedia({ media: 'print' })
        await expect(page.getByText(systemName).filter({ visible: true })).toHaveCount(1)
        await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(main.getByText(row).filter({ visible: true }).first()).toBeVisible()
        const left = (await page.evaluate<string[]>(controlsOf)).filter((name) => !('buttons' in more && more.buttons.test(name)))
        expect(left, 'controls').toEqual([])
        if ('chosen' in more) await expect(main.getByRole('combobox').filter({ visible: true })).toHaveText(/Manager/)
        await page.emulateMedia({ media: null })
      })
  } finally {
    await page.close()
    await product.stop()
  }
})
