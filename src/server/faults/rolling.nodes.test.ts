import { join } from 'node:path'
import { expect, test } from 'vitest'
import { assertDelivered } from '#chat/conversations/server/testing/delivery.ts'
import { openTab } from '#chat/conversations/server/testing/tabs.ts'
import { assertNothingLost, givenHallOfNodes } from '#server/testing/faults/halls.ts'
import { givenMemory } from '#server/testing/faults/memory.ts'
import { send, startWork } from '#server/testing/faults/work.ts'
import { isHard, roundsOf } from '#server/testing/hard.ts'
import { areConnected } from '#server/testing/nodes.ts'
import { givenRedisServer } from '#server/testing/redis.ts'
import { givenS3 } from '#server/testing/s3Stub.ts'
import { givenVersion } from '#server/testing/versions.ts'

/*
 * Two nodes are upgraded one after the other, again and again, while people work: first to a version that both work beside, then one
 * of them to a version that the other is too old for. Later versions are copies of the sources with another version and more migrations.
 */

const rounds = roundsOf({ ordinary: 1, hard: 3 })

const TABS = 3

/** The versions of a round: the first one adds a column and a table, the next one drops the column, which no earlier version survives. */
const migrationsOf = (round: number) => {
  const [first, last] = [`${round * 10}.0.0`, `${round * 10 + 1}.0.0`]
  const added = { name: `9${round}01_colors`, text: `alter table notices add column color_${round} text not null default ''` }
  const kept = { name: `9${round}02_shelves`, text: `create table shelves_${round} (id integer not null primary key)` }
  const dropped = { name: `9${round}03_no_colors`, text: `alter table notices drop column color_${round}`, oldestProgram: last }
  return { adding: { version: first, later: [added, kept] }, dropping: { version: last, later: [dropped] } }
}

test(`two nodes with a bucket are upgraded ${rounds} times under chat, payments and uploads, and one that is too old drains: nothing lost, doubled or out of order`, {
  timeout: 600_000 + rounds * 300_000,
}, async () => {
  const since = performance.now()
  const [redis, bucket] = [await givenRedisServer(), await givenS3()]
  const { hall, given } = await givenHallOfNodes(2, { redisUrl: redis.url, ownFolders: true, env: bucket.env })
  await areConnected(given.nodes)
  const people = await Promise.all(Array.from({ length: TABS }, (_, at) => given.person('student', `Reader${at}`)))
  const group = { name: 'Readers', participants: people.map(({ _id }) => _id) }
  const { body } = await send(given.balancer, hall.admin, 'POST', '/chat/admin/groups', group)
  const tabs = people.map((who) => openTab({ ...who, role: 'student' }, () => `http://127.0.0.1:${given.balancer.port}`))
  const restart = async (at: number, folder: string): Promise<void> => {
    given.nodes[at]?.child.kill('SIGTERM')
    expect(await given.nodes[at]?.ended).toBe(0)
    await given.start(at, join(folder, 'main.ts'))
  }
  // Later versions are not bundled, so their memory is compared with that of this one from its sources.
  const same = isHard ? await givenVersion('9.0.0', []) : undefined
  if (same) for (const at of [0, 1]) await restart(at, same)
  const memory = await givenMemory(() => given.nodes)
  const work = startWork(hall)
  const workABit = async (): Promise<void> => {
    const kinds = Object.values(work.acknowledged)
    const before = kinds.map(({ size }) => size)
    await expect.poll(() => kinds.filter(({ size }, at) => size > (before[at] ?? 0) + 2).length, { timeout: 120_000 }).toBe(kinds.length)
  }
  const replace = async (at: number, folder: string): Promise<void> => {
    await restart(at, folder)
    await workABit()
  }
  let drained = 0
  const messages = await assertDelivered(tabs, String(body._id), async () => {
    const all: { name: string; text: string; oldestProgram?: string }[] = []
    for (let round = 1; round <= rounds; round++) {
      const { adding, dropping } = migrationsOf(round)
      all.push(...adding.later)
      const newer = await givenVersion(adding.version, all)
      for (const at of [0, 1]) await replace(at, newer)
      all.push(...dropping.later)
      const newest = await givenVersion(dropping.version, all)
      const old = given.nodes[1]
      await replace(0, newest)
      expect([await old?.ended, old?.stderr()]).toEqual([1, expect.stringContaining(`needs at least version ${dropping.version}`)])
      drained++
      await workABit()
      await given.start(1, join(newest, 'main.ts'))
      await workABit()
    }
  })
  await areConnected(given.nodes)
  const more = `${messages} messages in ${TABS} tabs; ${drained} too old drained`
  await assertNothingLost({
    work,
    hall,
    places: given.nodes,
    row: { test: 'rolling upgrade, two nodes', rounds: rounds * 4, more },
    since,
    memory,
  })
  for (const { child, ended, stderr } of given.nodes) {
    child.kill('SIGTERM')
    expect([await ended, stderr()]).toEqual([0, ''])
  }
})
