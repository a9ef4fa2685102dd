import { expect, test } from 'vitest'
import { areConnected, givenNodes, open } from '#server/testing/nodes.ts'
import { askRedis, watchRedis } from '#server/testing/redis.ts'
import { type Canaries, found, makeCanaries, sayOpenly, saySealed } from './testing/canary.ts'
import { type Caller, callerOf } from './testing/party.ts'

/** What Redis was given and has while two people on two nodes say these words, and what the sockets of the other node were told. */
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

test('what was said end to end encrypted goes through no Redis and to no socket', async () => {
  expect(await searched(saySealed)).toEqual({ given: [], kept: [], heard: [] })
})

test('the same search finds what was said openly', async () => {
  const said = ['text', 'edit', 'reply', 'fileName', 'reported']
  expect(await searched(sayOpenly)).toEqual({ given: said, kept: [], heard: said })
})
