import { Socket } from 'node:net'
import { expect, test, vi } from 'vitest'
import { given } from '#server/testing/given.ts'
import { anyEvent, givenHub } from '#server/testing/hubs.ts'
import type { Hub } from './hub.ts'
import type { Room } from './live.ts'

const newMessage = anyEvent('new_message')

const numbers = Array.from({ length: 50 }, (_, at) => at)

const tellAll = (hub: Hub, room: Room): void => {
  for (const number of numbers) hub.publish([room], newMessage, number)
}

test('sends everyone all messages of one moment, in order, by websocket and by polling', async () => {
  const app = await given()
  const asha = await app.as('student')
  const { hub, open } = await givenHub(app)
  const screens = [await open(asha), await open(asha, 'polling')]
  for (const times of [1, 2]) {
    tellAll(hub, `person:${asha._id}`)
    await vi.waitFor(() => {
      for (const screen of screens) expect(screen.heardOf('new_message')).toEqual(times === 1 ? numbers : [...numbers, ...numbers])
    })
  }
})

test('sends all messages of one moment in two writes: the first, and all that waited after it', async () => {
  const app = await given()
  const asha = await app.as('student')
  const { hub, open } = await givenHub(app)
  const screen = await open(asha)
  const written = vi.spyOn(Socket.prototype as unknown as { _writev: (chunks: unknown[], done: () => void) => void }, '_writev')
  tellAll(hub, `person:${asha._id}`)
  await vi.waitFor(() => expect(screen.heardOf('new_message')).toEqual(numbers))
  const sizes = written.mock.calls.map(([chunks]) => chunks.length)
  written.mockRestore()
  // A frame has a head and a payload.
  expect(sizes).toEqual([2, 2 * (numbers.length - 1)])
})
