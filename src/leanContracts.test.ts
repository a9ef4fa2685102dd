import { expect, test } from 'vitest'
import { droppable, lean } from '../scripts/leanContracts.ts'

test('strips from the browser’s declarations what only the API reference reads', () => {
  const declared = `
export const api = { list: endpoint({ method: 'GET', summary: \`Up to \${limits.most}, newest first\`, reply: Fees }) }
export const events = {
  told: event({ name: 'told', audience: 'members', summary: 'It\\'s told', payload: z.object({ summary: z.string() }) }),
  asked: inboundEvent({ name: 'asked', summary: 'Asks', input: z.array(Id) }),
}`
  const stripped = (payload: string) => `
export const api = { list: ({ method: 'GET', }) }
export const events = {
 told: ({ name: 'told', ${payload}}),
 asked: ({ name: 'asked', }),
}`
  expect(lean('fees.events.ts', declared, true).replaceAll(/ +/g, ' ')).toBe(stripped('payload: z.object({ summary: z.string() }) '))
  expect(lean('fees.events.ts', declared).replaceAll(/ +/g, ' ')).toBe(stripped(''))
})

const declared = `import { User, userErrors } from './users.contract.ts'
import { byId, Day, list } from './fields.ts'
import type { Slot } from './terms.ts'
export const api = { one: endpoint({ params: byId, query: z.object({ slot: Day }), body: User, reply: list(User), errors: { gone: userErrors.gone } }) }`

test('strips replies, errors, ids and queries, and the imports that only they use', () => {
  const stripped = lean('people.contract.ts', declared, true)
  expect(stripped.trim().replaceAll(/ +/g, ' ')).toBe(`import { User, } from './users.contract.ts'


export const api = { one: ({ body: User, }) }`)
})

test('leaves of a body only that there is one, where nothing validates it', () => {
  expect(lean('people.contract.ts', declared).trim().replaceAll(/ +/g, ' ')).toBe('export const api = { one: ({ body: true, }) }')
})

test('strips what several calls share', () => {
  const shared = "const whole = { access: 'admin', reply: Whole, body: Part } as const"
  expect(lean('hall.contract.ts', shared)).toBe("const whole = { access: 'admin',  body: true } as const")
})

test('marks schemas as free of side effects, and nothing else', () => {
  const declared = `const Name = z.string().check(z.trim())
export const Person = z.object({ name: Name })
export const text = (max: number) => z.string().check(z.maxLength(max))
export const limits = { name: 100 }
export const errors = { ...others, gone: userErrors.gone }
register(Person)`
  expect(droppable('people.contract.ts', declared)).toBe(`const Name = /* @__PURE__ */ (() => (z.string().check(z.trim())))()
export const Person = /* @__PURE__ */ (() => (z.object({ name: Name })))()
export const text = (max: number) => z.string().check(z.maxLength(max))
export const limits = { name: 100 }
export const errors = /* @__PURE__ */ (() => ({ ...others, gone: userErrors.gone }))()
register(Person)`)
})
