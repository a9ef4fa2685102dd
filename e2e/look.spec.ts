import { pdf } from '#server/testing/pdf.ts'
import { type LookHall, visitAll } from '../gallery/lookHall.ts'
import { excessOf, type OfScreen } from '../gallery/lookLimits.ts'
import { measure } from '../gallery/lookMeasures.ts'
import { lookScreens } from '../gallery/lookScreens.ts'
import { expect, hallDay, type Product, superadmin, test } from './product.ts'

/** A small hall with what the twelve screens show. */
const furnished = async (product: Product): Promise<Pick<LookHall, 'origin' | 'sessions' | 'paths'>> => {
  const { call, addPerson, addDocument, tokenOf } = product
  await addPerson('admin', 'arjun@example.org')
  await addPerson('manager', 'farida@example.org')
  await addPerson('student', 'asha@example.org', { name: 'Asha Kulkarni', seatNumber: 1, slot: 'morning' })
  await addDocument('Indian Economy in Brief', pdf({ pages: 8, title: 'Brief', lines: (number) => [`Page ${number}`] }))
  const token = await tokenOf(superadmin.email)
  const { body } = await call('GET', '/user?role=student', token)
  const [{ _id: studentId }] = body.items as unknown as [{ _id: string }]
  const [year, month] = hallDay().split('-').map(Number)
  await call('POST', '/user/fees', token, { studentId, kind: 'monthly', month, year, amount: 900, dueOn: hallDay(-1) })
  for (const title of ['Water tank is being cleaned', 'The fee desk closes at 6 pm today'])
    await call('POST', '/notice', token, { title, content: 'Please use the cooler.', type: 'banner', targetAllUsers: true, priority: 8 })
  const signIn = async (role: string, email: string) => {
    const answer = await call('POST', '/auth/login', undefined, { email, password: superadmin.password })
    return [role, answer.body as unknown as { token: string; user: object }] as const
  }
  const people = { admin: 'arjun@example.org', manager: 'farida@example.org', student: 'asha@example.org' }
  const sessions = Object.fromEntries(await Promise.all(Object.entries(people).map(([role, email]) => signIn(role, email))))
  return { origin: product.origin, sessions, paths: new Map(lookScreens.map(({ name, path }) => [name, path.replace(':id', studentId)])) }
}

test('the twelve screens keep to few sizes, colours, edges, filled buttons and borders', { tag: '@desktop' }, async ({
  product,
  browser,
}) => {
  test.slow()
  const hall = await furnished(product)
  const screens: OfScreen[] = []
  await visitAll({ hall, browser, widths: [1366, 360] }, async (page, { name }, width) => {
    screens.push({ name, width, measured: await measure(page) })
  })
  expect(excessOf(screens)).toEqual([])
})
