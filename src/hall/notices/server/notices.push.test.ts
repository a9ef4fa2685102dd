import { expect, test } from 'vitest'
import { givenPushing, untilReceived } from '#server/testing/givenPush.ts'
import { announceNotices } from './notices.push.service.ts'

const holiday = { title: 'Holiday', content: 'Closed on Monday', type: 'banner' }
const push = (title: string) => ({ kind: 'notices', title, tag: 'notices', path: '/notices-tab' })

const givenHall = async () => {
  const { app, service } = await givenPushing()
  const [manager, asha, binod] = [await app.as('manager'), await app.as('student'), await app.as('student')]
  const browsers = [await service.subscribe(manager), await service.subscribe(asha), await service.subscribe(binod)] as const
  const write = async (change: object = {}) => (await manager.post('/notice', { ...holiday, ...change })).body._id as string
  return { app, manager, asha, browsers, write, announce: () => announceNotices(app.platform) }
}

test('a notice notifies everyone once by its title, except its author', async () => {
  const { browsers, manager, write, announce } = await givenHall()
  const [desk, phone, other] = browsers
  const id = await write()
  await Promise.all([announce(), announce()])
  await manager.put(`/notice/${id}`, { content: 'Closed on Tuesday' })
  await announce()
  await write({ title: 'Open' })
  await announce()
  for (const browser of [phone, other]) expect(await untilReceived(browser, 2)).toEqual([push('Holiday'), push('Open')])
  expect(desk.requests()).toEqual([])
})

test('a notice for chosen people notifies only these', async () => {
  const { asha, browsers, write, announce } = await givenHall()
  const [, phone, other] = browsers
  await write({ targetUsers: [asha._id] })
  await announce()
  await write({ title: 'Open' })
  await announce()
  expect(await untilReceived(phone, 2)).toEqual([push('Holiday'), push('Open')])
  expect(await untilReceived(other, 1)).toEqual([push('Open')])
})

test('a notice notifies when it is published, and neither while it is inactive nor after it has expired', async () => {
  const { app, browsers, write, announce } = await givenHall()
  const [, phone] = browsers
  await write({ title: 'Tomorrow', publishAt: '2026-11-27T08:00:00.000Z' })
  await write({ title: 'Inactive', isActive: false })
  await write({ title: 'Expired', expiresAt: '2026-11-26T05:00:00.000Z' })
  await announce()
  app.setNow('2026-11-27T08:00:00.000Z')
  await announce()
  expect(await untilReceived(phone, 1)).toEqual([push('Tomorrow')])
})
