import { expect, test } from 'vitest'
import { lean } from '../scripts/leanContracts.ts'

test('strips from the browser’s declarations what only the API reference reads', () => {
  const declared = `
export const api = { list: endpoint({ method: 'GET', summary: \`Up to \${limits.most}, newest first\`, reply: Fees }) }
export const events = {
  told: event({ name: 'told', audience: 'members', summary: 'It\\'s told', payload: z.object({ summary: z.string() }) }),
  asked: inboundEvent({ name: 'asked', summary: 'Asks', input: z.array(Id) }),
}`
  expect(lean('fees.events.ts', declared).replaceAll(/ +/g, ' ')).toBe(`
export const api = { list: ({ method: 'GET', }) }
export const events = {
 told: ({ name: 'told', payload: z.object({ summary: z.string() }) }),
 asked: ({ name: 'asked', }),
}`)
})

test('strips replies and errors, and the imports that only they use', () => {
  const declared = `import { User, userErrors } from './users.contract.ts'
import { byId, list } from './fields.ts'
import type { Slot } from './terms.ts'
export const api = { one: endpoint({ params: byId, reply: list(User), errors: { gone: userErrors.gone } }) }`
  expect(lean('people.contract.ts', declared).trim().replaceAll(/ +/g, ' ')).toBe(`import { byId, } from './fields.ts'

export const api = { one: ({ params: byId, }) }`)
})
