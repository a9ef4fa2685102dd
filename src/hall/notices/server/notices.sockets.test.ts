import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
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
  const screens = { manager: await open(hall.manager), asha: await open(hall.asha), ravi: await open(hall.ravi) }
  /** Everything that each screen has heard since the last time, up to an event for everyone that follows it. */
  const heard = async (): Promise<Record<string, Topic[]>> => {
    hall.app.platform.live.changed([{ topic: 'customization', persons: 'everyone' }], new Map())
    for (const screen of Object.values(screens)) await vi.waitFor(() => expect(screen).toContain('customization'), { timeout: 20_000 })
    return Object.fromEntries(
      Object.entries(screens).map(([name, screen]) => [name, screen.splice(0).filter((topic) => topic !== 'customization')]),
    )
  }
  return { ...hall, heard }
}

test('notifies the recipients of a notice before and after a change, and no one else', async () => {
  const { manager, asha, ravi, write, heard } = await givenScreens()
  const { _id } = await write({ targetUsers: [asha._id] })
  expect(await heard()).toEqual({ manager: ['notices'], asha: ['notices'], ravi: [] })
  await manager.put(`/notice/${_id}`, { targetUsers: [ravi._id] })
  expect(await heard()).toEqual({ manager: ['notices'], asha: ['notices'], ravi: ['notices'] })
  await manager.put(`/notice/${_id}`, { isActive: false })
  expect(await heard()).toEqual({ manager: ['notices'], asha: [], ravi: ['notices'] })
  await manager.put(`/notice/${_id}`, { title: 'Nobody sees it' })
  expect(await heard()).toEqual({ manager: ['notices'], asha: [], ravi: [] })
})

test('notifies everyone of a notice for everyone, and its reader and staff of a read mark', async () => {
  const { asha, write, heard } = await givenScreens()
  const { _id } = await write()
  expect(await heard()).toEqual({ manager: ['notices'], asha: ['notices'], ravi: ['notices'] })
  await asha.post(`/notice/${_id}/read`)
  expect(await heard()).toEqual({ manager: ['notices'], asha: ['notices'], ravi: [] })
})
