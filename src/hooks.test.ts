import { expect, test } from 'vitest'
import { features } from '#server/features.ts'

/** The features that react to each hook, in the order in which they run. */
const reactions = (): Record<string, string[]> =>
  Object.entries(features).reduce<Record<string, string[]>>((found, [name, { hooks }]) => {
    for (const { hook } of hooks) found[hook] = [...(found[hook] ?? []), name]
    return found
  }, {})

test('hooks.txt names every feature that reacts to a hook; `npx vitest run hooks -u` writes it', async () => {
  const lines = Object.entries(reactions()).map(([hook, names]) => `${hook}: ${names.join(', ')}\n`)
  expect(lines.length).toBeGreaterThan(5)
  await expect(lines.join('')).toMatchFileSnapshot('./hooks.txt')
})
