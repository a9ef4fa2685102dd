import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { areConnected, givenNodes } from '#server/testing/nodes.ts'
import { mustDeliver } from './testing/delivery.ts'
import { openTab } from './testing/tabs.ts'

const PEOPLE = 4

test('loses and duplicates nothing across two nodes, one killed, with Redis down for a while', {
  timeout: 300_000,
}, async () => {
  const { nodes, start, balancer, redis, person } = await givenNodes(2, { env: { RATE_LIMITS: 'off' } })
  await areConnected(nodes)
  const people = await Promise.all(Array.from({ length: PEOPLE }, (_, at) => person('student', `Person${at}`)))
  const tabs = people.map((who) => openTab({ ...who, role: 'student' }, () => `http://127.0.0.1:${balancer.port}`))
  await mustDeliver(tabs, 'general', async () => {
    await wait(1_000)
    nodes[1]?.child.kill('SIGKILL')
    await nodes[1]?.ended
    await wait(500)
    await start(1)
    await redis.cut()
    await wait(1_500)
    await redis.restore()
    await wait(1_000)
    // A rolling restart: clients of the stopping node move to the other.
    nodes[0]?.child.kill('SIGTERM')
    expect(await nodes[0]?.ended).toBe(0)
    await start(0)
    await wait(1_000)
  })
})
