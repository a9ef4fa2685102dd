import { setTimeout as wait } from 'node:timers/promises'
import { test } from 'vitest'
import { assertDelivered } from '#chat/conversations/server/testing/delivery.ts'
import { openTab } from '#chat/conversations/server/testing/tabs.ts'
import { givenMemory } from '#server/testing/faults/memory.ts'
import { isHard, reportRow, roundsOf } from '#server/testing/hard.ts'
import { areConnected, givenNodes } from '#server/testing/nodes.ts'
import { givenRedisServer } from '#server/testing/redis.ts'

const rounds = roundsOf({ ordinary: 2, hard: 18 })

const EVERY_MS = isHard ? 10_000 : 1_500
const PEOPLE = 6

test(`a balancer that cuts all connections ${rounds} times under chat: nothing lost, doubled or out of order, and all tabs show the same`, {
  timeout: 600_000 + rounds * EVERY_MS * 2,
}, async () => {
  const since = performance.now()
  const { nodes, balancer, person } = await givenNodes(2, { redisUrl: (await givenRedisServer()).url, env: { RATE_LIMITS: 'off' } })
  await areConnected(nodes)
  const people = await Promise.all(Array.from({ length: PEOPLE }, (_, at) => person('student', `Person${at}`)))
  const tabs = people.map((who) => openTab({ ...who, role: 'student' }, () => `http://127.0.0.1:${balancer.port}`))
  const memory = await givenMemory(() => nodes)
  const messages = await assertDelivered(tabs, 'general', async () => {
    for (let round = 1; round <= rounds; round++) {
      await wait(EVERY_MS)
      balancer.cut()
    }
    await wait(1_000)
  })
  // The tabs stay open.
  const measured = await memory?.afterLoad()
  const done = `${messages} messages in ${PEOPLE} tabs`
  const seconds = Math.round((performance.now() - since) / 1_000)
  // `assertDelivered` has failed otherwise.
  const none = { lost: 0, doubled: 0, disordered: 0 }
  reportRow({
    test: `balancer cuts every ${EVERY_MS / 1_000} s`,
    rounds,
    done,
    ...none,
    ...(measured && { memory: measured.text }),
    seconds,
  })
  measured?.assertReturned()
})
