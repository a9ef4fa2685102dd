import { expect, test } from 'vitest'
import { areConnected, givenNodes } from '#server/testing/nodes.ts'
import { consenting, givenListed, newDevice, saveLists, withNext } from './testing/chains.ts'
import { callerOf } from './testing/party.ts'

test('accepts one of several lists with the same number that reach different nodes at once', async () => {
  const { nodes, person } = await givenNodes(2)
  await areConnected(nodes)
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
