import { beforeAll, expect, test } from 'vitest'
import { areConnected, type GivenNodes, givenNodes, open } from '#server/testing/nodes.ts'
import { askRedis, watchRedis } from '#server/testing/redis.ts'
import { type Canaries, found, makeCanaries, sayEncrypted, sayOpenly } from './testing/canary.ts'
import { consenting, givenListed, newDevice, saveLists, withNext } from './testing/chains.ts'
import { type Caller, callerOf } from './testing/party.ts'

let hall: GivenNodes
beforeAll(async () => {
  hall = await givenNodes(2)
  await areConnected(hall.nodes)
  const [one] = hall.nodes
  if (one) await callerOf(one, await hall.person('admin', 'Chitra')).put('/customization/chat', { allowEncryption: true })
})

/**
 * Everything sent to and stored in Redis while two people on two nodes exchange these words, and all events received by sockets
 * of the other node.
 */
const searched = async (say: (pair: readonly [Caller, Caller], words: Canaries) => Promise<string>) => {
  const { nodes, person } = hall
  const [one, other] = nodes
  if (!one || !other) throw new Error('There are no two nodes')
  const [asha, binod] = [await person('student', 'Asha'), await person('student', 'Binod')]
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

test('accepts one of several lists with the same number that reach different nodes at once', async () => {
  const { nodes, person } = hall
  const signedIn = await person('student', 'Asha')
  const callers = nodes.map((node) => callerOf(node, signedIn))
  const [first] = callers
  if (!first) throw new Error('There is no node')
  const asha = await givenListed(first)
  const rivals = await Promise.all(
    [0, 1, 2, 3].map(async () => withNext(asha, { added: [await consenting(asha.chain, await newDevice())] })),
  )
  const answers = await Promise.all(rivals.map(({ lists }, at) => saveLists(callers[at % callers.length] ?? first, lists.slice(-1))))
  const taken = 'encryption.list_taken'
  expect(answers.map(({ status, body }) => body.code ?? status).toSorted()).toEqual([200, taken, taken, taken])
  const { items } = (await first.get(`/user/encryption/people/${asha.person._id}/lists`)).body
  expect(items[1]).toEqual(rivals[answers.findIndex(({ status }) => status === 200)]?.lists[1])
})
