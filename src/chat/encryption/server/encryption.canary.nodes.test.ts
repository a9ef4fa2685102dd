import { expect, test } from 'vitest'
import { areConnected, givenNodes, open } from '#server/testing/nodes.ts'
import { askRedis, watchRedis } from '#server/testing/redis.ts'
import { type Canaries, found, makeCanaries, sayEncrypted, sayOpenly } from './testing/canary.ts'
import { type Caller, callerOf } from './testing/party.ts'

/**
 * Everything sent to and stored in Redis while two people on two nodes exchange these words, and all events received by sockets
 * of the other node.
 */
const searched = async (say: (pair: readonly [Caller, Caller], words: Canaries) => Promise<string>) => {
  const { nodes, person } = await givenNodes(2)
  await areConnected(nodes)
  const [one, other] = nodes
  if (!one || !other) throw new Error('There are no two nodes')
  const [asha, binod] = [await person('student', 'Asha'), await person('student', 'Binod')]
  await callerOf(one, await person('admin', 'Chitra')).put('/customization/chat', { allowEncryption: true })
  const redis = askRedis()
  const given = await watchRedis()
  const { heard, heardOf } = await open(other, binod)
  const words = makeCanaries()
  await say([callerOf(one, asha), callerOf(one, binod)], words)
  await expect.poll(() => heardOf('new_message').length).toBeGreaterThan(3)
  const kept: string[] = []
  for (const key of await redis.keys('*')) if ((await redis.type(key)) === 'string') kept.push(key, (await redis.get(key)) ?? '')
  expect(given()).toContain(binod._id)
  return { given: found(words, given()), kept: found(words, kept.join('\n')), heard: found(words, JSON.stringify(heard)) }
}

test('end-to-end encrypted text appears neither in Redis nor on any socket', async () => {
  expect(await searched(sayEncrypted)).toEqual({ given: [], kept: [], heard: [] })
})

test('the same search finds unencrypted text', async () => {
  const said = ['text', 'edit', 'reply', 'fileName', 'reported']
  expect(await searched(sayOpenly)).toEqual({ given: said, kept: [], heard: said })
})
