import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isHard } from '#server/testing/hard.ts'
import { verifyChain } from './deviceList.ts'
import { kinds, type Step, Walk } from './testing/chainWalk.ts'

const binod = new Walk('binod')
await binod.start(1)

const step: fc.Arbitrary<Step> = fc.record({ kind: fc.constantFrom(...kinds), one: fc.nat({ max: 999 }), other: fc.nat({ max: 999 }) })
const steps = fc.array(step, { minLength: 6, maxLength: 16 })
const numRuns = isHard ? 1_000 : 12
const timeout = numRuns * 10_000

test(
  'after random changes, a chain trusts exactly the devices added by trusted ones, and no list of an attacker',
  () =>
    fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const asha = new Walk('asha')
        await asha.start(1)
        for (const one of all) {
          await asha.step(one)
          asha.expectAsModelled()
        }
        await asha.expectUploadsAccepted()
        await asha.expectAttacksRefused(binod)
      }),
      { numRuns },
    ),
  timeout,
)

test(
  'a client that verifies all lists at once has the same state as one that verified them one by one',
  () =>
    fc.assert(
      fc.asyncProperty(steps, fc.nat(), async (all, at) => {
        const asha = new Walk('asha')
        await asha.start(1)
        for (const one of all) await asha.step(one)
        const { lists, chain } = asha.now
        const cut = (at % lists.length) + 1
        expect(await verifyChain(lists)).toEqual(chain)
        expect(await verifyChain(lists.slice(cut), await verifyChain(lists.slice(0, cut)))).toEqual(chain)
      }),
      { numRuns },
    ),
  timeout,
)
