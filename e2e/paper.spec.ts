import { goWithin } from '../gallery/goWithin.ts'
import { roomPicture } from '../scripts/pictures.ts'
import { pdf } from '../src/server/testing/pdf.ts'
import { expect, hallDay, type Product, superadmin, test } from './product.ts'
import { enter } from './screens.ts'

/** The lists, each with what a row has; with `chosen` it has a filter that is set, `buttons` are those whose text is a part of the list, and `names` counts the hall’s name, which a row of the audit has too. */
const lists = [
  { path: '/users', row: /Lakshmi Rao/ },
  { path: '/users?role=manager', row: /Farida Khan/, chosen: true },
  { path: '/fees', row: /November|October|\d{4}/ },
  { path: '/fees/receipts', row: /\/000\d{3}/ },
  { path: '/fees/dues', row: /Asha Kulkarni/ },
  { path: '/fees/counter', row: /\/000\d{3}/ },
  { path: '/fees/month-end', row: /Farida Khan/, buttons: /closing/ },
  { path: '/fees/check', row: /Farida Khan/, buttons: /^\d+\D/ },
  { path: '/audit', row: /Meera Iyer/, buttons: /^Show only changes by /, names: 2 },
  { path: '/notices', row: /Lockers are opened/ },
  { path: '/thoughts', row: /Arise, awake/ },
  { path: '/announcements', row: /New shelf/ },
  { path: '/gallery', row: /Evening by the windows/ },
  { path: '/categories', row: /Railways/ },
  { path: '/documents', row: /Railways/, buttons: /\d documents?$/ },
  { path: '/chat-monitoring', row: /UPSC 2027/ },
] as const

/** Returns the names of the controls that can be seen, except fields that have a value: that is printed as text. */
const controlsOf = `(() => {
  const isShown = (each) => each.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && each.getBoundingClientRect().width > 2
  const isText = (each) => /text|search|month|date|select/.test(each.type) && each.value !== ''
  const all = document.querySelectorAll('button, input, select, textarea, [role=tab], [role=checkbox], [role=switch], nav a:not([aria-current])')
  return [...all].filter((each) => isShown(each) && !isText(each)).map((each) => each.getAttribute('aria-label') ?? each.textContent)
})()`

const systemName = 'Suryoday Study Hall'

/** A hall with one row in each list. */
const furnish = async ({ call, addPerson, addCategory, addDocument, tokenOf }: Product): Promise<void> => {
  await addPerson('manager', 'farida@example.org', { name: 'Farida Khan' })
  for (const [at, name] of ['Asha Kulkarni', 'Lakshmi Rao'].entries())
    await addPerson('student', `student${at}@example.org`, { name, seatNumber: at + 1, slot: 'morning' })
  await addCategory('Railways')
  await addDocument('Railways in Brief', pdf())
  const [owner, clerk] = [await tokenOf(superadmin.email), await tokenOf('farida@example.org')]
  const make = async (token: string, path: string, body: object, method = 'POST'): Promise<Record<string, never>> => {
    const answer = await call(method, path, token, body)
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body
  }
  await make(owner, '/customization/system-name', { systemName }, 'PUT')
  await make(clerk, '/notice', { title: 'Lockers are opened', content: 'On Sunday.', type: 'banner', targetAllUsers: true, priority: 1 })
  await make(owner, '/thought/bulk-import', { thoughts: [{ thought: 'Arise, awake', author: 'Swami Vivekananda' }] })
  await make(owner, '/announcement', { title: 'New shelf', content: 'Beside the door.' })
  const picture = new FormData()
  picture.append('title', 'Evening by the windows')
  picture.append('image', new Blob([new Uint8Array(await roomPicture(0))]), 'evening.png')
  await make(owner, '/gallery', picture)
  const { items } = (await call('GET', '/user?role=student', owner)).body as unknown as { items: { _id: string; name: string }[] }
  await make(owner, '/chat/admin/groups', { name: 'UPSC 2027', description: '', participants: items.map(({ _id }) => _id) })
  const [year, month] = hallDay().split('-').map(Number)
  for (const { _id: studentId } of items)
    await make(clerk, '/user/fees', { studentId, kind: 'monthly', month, year, amount: 900, dueOn: hallDay(-1) })
  const studentId = items.find(({ name }) => name === 'Lakshmi Rao')?._id
  const [wrong] = [
    await make(clerk, '/user/fees/payments', { studentId, amount: 900, method: 'cash' }),
    await make(clerk, '/user/fees/payments', { studentId, amount: 500, method: 'cash' }),
  ]
  await make(clerk, `/user/fees/payments/${wrong._id}/void`, { reason: 'Entered twice' })
  const { asOf, expected } = (await call('GET', '/user/fees/closings/cash', clerk)).body
  await make(owner, '/user/fees/box', { kind: 'out', amount: 60, purpose: 'Water' })
  await make(clerk, '/user/fees/closings', { asOf, counted: expected, handedOver: 0, receiver: '', notes: '' })
}

test('a printed list has the hall’s name, its title, its rows and what was chosen, and no controls', { tag: '@desktop' }, async ({
  page,
  product,
}) => {
  test.slow()
  await furnish(product)
  await enter(page, product, superadmin.email)
  await expect(page).toHaveURL(/\/dashboard$/)
  const main = page.getByRole('main')
  for (const { path, row, ...more } of lists)
    await test.step(path, async () => {
      await goWithin(page, path)
      await expect(main.getByText(row).filter({ visible: true }).first()).toBeVisible()
      await page.emulateMedia({ media: 'print' })
      await expect(page.getByText(systemName, { exact: true }).filter({ visible: true })).toHaveCount('names' in more ? more.names : 1)
      await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(main.getByText(row).filter({ visible: true }).first()).toBeVisible()
      const left = (await page.evaluate<string[]>(controlsOf)).filter((name) => !('buttons' in more && more.buttons.test(name)))
      expect(left, 'controls').toEqual([])
      if ('chosen' in more) await expect(main.getByRole('combobox').filter({ visible: true })).toHaveText(/Manager/)
      await page.emulateMedia({ media: null })
    })

  await test.step('the paper of the month’s end has the figures, and no filter that is not set', async () => {
    await goWithin(page, '/fees/month-end')
    await expect(page.getByRole('button', { name: 'Void Water, ₹60' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Lock \w+ \d{4}$/ })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Clear: From' })).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('row', { name: /^Water/ })).toContainText('-₹60')
    await expect(page.getByRole('group', { name: 'From' })).toBeVisible()
    await expect(page.getByLabel('Month', { exact: true }), 'the filter that is not set').toBeHidden()
  })
})
