import { beforeEach, describe, expect, test, vi } from 'vitest'
import { openDoor } from './door.ts'

describe('the door for sockets', () => {
  let load = 0
  beforeEach(() => {
    load = 0
    vi.useFakeTimers()
  })

  /** Sockets that ask for their turn, by number. */
  const givenSockets = (count: number) => {
    const turn = openDoor(() => load)
    const [inside, left, gone] = [[] as number[], [] as number[], new Set<number>()]
    const ask = (number: number) =>
      turn(() => gone.has(number)).then(
        () => inside.push(number),
        () => left.push(number),
      )
    for (let number = 1; number <= count; number++) void ask(number)
    return { inside, left, gone, ask }
  }
  const passed = (ms: number) => vi.advanceTimersByTimeAsync(ms)

  test('lets fifty in at once and the others in their order, 200 a second', async () => {
    const { inside } = givenSockets(300)
    await passed(0)
    expect(inside).toHaveLength(50)
    await passed(500)
    expect(inside).toHaveLength(150)
    await passed(760)
    expect(inside).toEqual(Array.from({ length: 300 }, (_, at) => at + 1))
  })

  test('lets 100 a second in while the process is busy, so that people at work are answered', async () => {
    load = 0.9
    const { inside } = givenSockets(300)
    await passed(1_000)
    expect(inside).toHaveLength(150)
    load = 0.1
    await passed(1_000)
    expect(inside).toHaveLength(300)
  })

  test('lets ten thousand in before Socket.IO closes those that have waited for 45 seconds', async () => {
    const { inside } = givenSockets(10_000)
    await passed(45_000)
    expect(inside).toHaveLength(10_000)
  })

  test('a socket that closed while it waited takes the turn of none', async () => {
    const { inside, left, gone } = givenSockets(100)
    for (let number = 51; number <= 96; number++) gone.add(number)
    await passed(20)
    expect([inside.slice(50), left.length]).toEqual([[97, 98, 99, 100], 46])
  })

  test('has room for fifty again once it was quiet, and no timer', async () => {
    const { inside, ask } = givenSockets(60)
    await passed(1_000)
    expect([inside.length, vi.getTimerCount()]).toEqual([60, 0])
    for (let number = 61; number <= 110; number++) void ask(number)
    await passed(0)
    expect(inside).toHaveLength(110)
  })
})
