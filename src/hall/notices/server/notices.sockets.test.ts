import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { afterEach, expect, test, vi } from 'vitest'
import type { Topic } from '#contract/topics.ts'
import { given, type SignedInPerson } from '#server/testing/given.ts'
import { hallOf } from './testing/hall.ts'

const opened: Socket[] = []
afterEach(() => {
  for (const socket of opened.splice(0)) socket.close()
})

const givenScreens = async () => {
  const hall = await hallOf(await given())
  const { app } = hall.app
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const open = async ({ token }: SignedInPerson): Promise<Topic[]> => {
    const socket = io(`http://127.0.0.1:${port}`, { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true })
    opened.push(socket)
    const told: Topic[] = []
    socket.on('changed', ({ topics }: { topics: Topic[] }) => told.push(...topics))
    await once(socket as never, 'connect')
    return told
  }
  return { ...hall, screens: { manager: await open(hall.manager), asha: await open(hall.asha), ravi: await open(hall.ravi) } }
}

const isTold = (screen: Topic[]) => vi.waitFor(() => expect(screen).toEqual(['notices']), { timeout: 3_000 })
const forget = async (...screens: Topic[][]) => {
  // Longer than a late event could take.
  await wait(1_200)
  for (const screen of screens) screen.length = 0
}

test('notifies the recipients of a notice before and after a change, and no one else', async () => {
  const { manager, asha, ravi, write, screens } = await givenScreens()
  const { _id } = await write({ targetUsers: [asha._id] })
  await isTold(screens.asha)
  await isTold(screens.manager)
  await forget(screens.asha, screens.manager)
  expect(screens.ravi).toEqual([])
  await manager.put(`/notice/${_id}`, { targetUsers: [ravi._id] })
  for (const screen of Object.values(screens)) await isTold(screen)
  await forget(...Object.values(screens))
  await manager.put(`/notice/${_id}`, { isActive: false })
  await isTold(screens.ravi)
  await forget(...Object.values(screens))
  expect(screens.asha).toEqual([])
  await manager.put(`/notice/${_id}`, { title: 'Nobody sees it' })
  await isTold(screens.manager)
  await forget(screens.manager)
  expect([screens.asha, screens.ravi]).toEqual([[], []])
})

test('notifies everyone of a notice for everyone, and its reader and staff of a read mark', async () => {
  const { asha, write, screens } = await givenScreens()
  const { _id } = await write()
  for (const screen of Object.values(screens)) await isTold(screen)
  await forget(...Object.values(screens))
  await asha.post(`/notice/${_id}/read`)
  await isTold(screens.asha)
  await isTold(screens.manager)
  expect(screens.ravi).toEqual([])
})
