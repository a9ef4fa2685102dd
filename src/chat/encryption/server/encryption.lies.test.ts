import { randomUUID } from 'node:crypto'
import { appendFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isHard } from '#server/testing/hard.ts'
import { randomFrom, sampleOf } from '#server/testing/random.ts'
import { givenHall, type Hall } from './testing/lies/hall.ts'
import { knownFaults } from './testing/lies/knownFaults.ts'
import { allLies, type Lie } from './testing/lies/liar.ts'
import { type Honest, storyFor, tellHonestly, tellLie } from './testing/lies/table.ts'

/*
 * Rewrites every field of every response and event of chat and encryption in every fitting way. Regardless of what the server
 * claims to one browser, nothing may be sent that the server can read, and nothing forged may be shown without a warning. An
 * ordinary run tells 8 of the ten thousand lies, always the same ones; each `npm run test:hard` tells 500 others, and
 * `node scripts/lies.ts` tells them all, which takes hours.
 */

const SAMPLE = Number(process.env.LIES_SAMPLE ?? (isHard ? 500 : 8))
const seed = process.env.LIES_SEED ?? (isHard ? randomUUID().slice(0, 8) : '1')
const only = process.env.LIES_ONLY
const onlyIn = process.env.LIES_STORY
const table = process.env.LIES_TABLE
const isWhole = table !== undefined || only !== undefined || onlyIn !== undefined

/** Lies that succeeded in the past. An ordinary run tells these first. */
const onceBelieved: readonly string[] = [
  'event new_message _id: of another',
  'event new_message replyTo: of another',
  'event new_message seq: larger',
  'GET /chat/conversations/:id/messages items: of another',
]

/** Binod’s earlier unencrypted message, and his tablet. */
const honestWarnings = [
  ['aDay', ['notEncrypted', 'new device']],
  ['aNewBrowser', ['notEncrypted']],
  ['aRecovery', ['notEncrypted']],
  ['aCircle', []],
]

/** The lies of this run that change something in a story. */
const chosenFor = (hall: Hall, honest: readonly Honest[]) => {
  const wanted = only === undefined ? allLies : allLies.filter(({ name }) => name.includes(only))
  const chosen = new Map<string, { lie: Lie; where: Honest }>()
  const first = wanted.filter(({ name }) => onceBelieved.includes(name))
  for (const lie of isWhole ? wanted : [...first, ...sampleOf(wanted, wanted.length, randomFrom(seed))]) {
    const where = storyFor(hall, honest, lie)
    if (where && (onlyIn === undefined || where.name === onlyIn)) chosen.set(lie.name, { lie, where })
    if (!isWhole && chosen.size === SAMPLE) break
  }
  return chosen.values()
}

test(`detects every lie of the server: ${isWhole ? 'all of them' : `${SAMPLE} at random, LIES_SEED=${seed}`}`, {
  timeout: isWhole ? 36_000_000 : 2_400_000,
}, async () => {
  if (table) writeFileSync(table, '')
  const hall = await givenHall()
  const honest = await tellHonestly(hall)
  expect(honest.map(({ outcome }) => outcome.faults)).toEqual(honest.map(() => []))
  expect(honest.map(({ name, outcome }) => [name, outcome.warnings])).toEqual(honestWarnings)
  const [lines, broken]: [string[], string[]] = [[], []]
  for (const { lie, where } of chosenFor(hall, honest)) {
    const { result, faults } = await tellLie(hall, where, lie)
    const isKnown = (fault: string) => knownFaults.some((kind) => kind.test(fault))
    lines.push(`${lie.name}: ${result}`)
    if (table) appendFileSync(table, `${lie.name}: ${result}\n`)
    if (!faults.every(isKnown)) broken.push(`${lie.name}: ${result}`)
  }
  if (table) writeFileSync(table, `${lines.toSorted().join('\n')}\n`)
  expect({ seed, broken }).toEqual({ seed, broken: [] })
})
