import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { usesSchemas } from '../scripts/contractSchemas.ts'

const contract = `import { Name } from '#contract/fields.ts'
export const Status = z.enum(['new', 'old'])
export const peopleApi = {
  ...seatCalls,
  list: endpoint({ method: 'GET', path: '/people', reply: list(Person) }),
  create: endpoint({ method: 'POST', path: '/people', body: z.object({ name: Name }) }),
  rename: endpoint({ ...changing, path: '/people/:id' }),
}`

const needs = (code: string): boolean =>
  usesSchemas('People.tsx', `import { peopleApi, Status } from '../people.contract.ts'\n${code}`, '../people.contract.ts', contract)

test.each([
  ['a form', 'const form = useForm(peopleApi.create, options)'],
  ['a schema of a body', 'const judged = peopleApi.create.body.safeParse(values)'],
  ['a call that is handed on', 'const dialog = <Dialog call={peopleApi.create} />'],
  ['a call with parts that several calls share', 'const form = useForm(peopleApi.rename, options)'],
  ['a call of another contract', 'const form = useForm(peopleApi.giveSeat, options)'],
  ['a call in another one', 'const part = { ...peopleApi.create, body: Part }'],
  ['all calls', 'const all = Object.values(peopleApi)'],
  ['a schema by its name', 'const status = Status.options.find((each) => each === given)'],
  ['a form with calls beside it', 'const send = useAction(peopleApi.create)\nconst form = useForm(peopleApi.create, { send })'],
])('code gets the schemas of a contract for %s', (_, code) => {
  expect(needs(code)).toBe(true)
})

test.each([
  ['sends a call', 'const create = useAction(peopleApi.create)\nconst people = usePages(peopleApi.list, { query: { search } })'],
  ['sends a call through a port', 'await ports.call(peopleApi.create, { body })'],
  ['asks whether someone may make it', 'const mayAdd = may(peopleApi.create, user)'],
  ['uses its path', 'const path = peopleApi.create.path'],
  ['hands on a call without a body', 'const dialog = <List call={peopleApi.list} />'],
  ['has a type of it', 'type Row = Reply<typeof peopleApi.create>\nconst status: Status = given'],
])('code that only %s gets none', (_, code) => {
  expect(needs(code)).toBe(false)
})

test('every form of the app gets the schemas of its call', () => {
  const sources = Object.fromEntries(globSync('src/**/*.{ts,tsx}').map((file) => [file, readFileSync(file, 'utf8')]))
  const forms = Object.entries(sources).filter(
    ([file, text]) => /\/web\/(?!.*test\.tsx?$)/.test(file) && /\buse(?:Form|Settings)\(\w+Api\./.test(text),
  )
  expect(forms.length).toBeGreaterThan(30)
  const without = forms.flatMap(([file, text]) =>
    [...text.matchAll(/\buse(?:Form|Settings)\((\w+Api)\./g)].flatMap(([, api]) => {
      const [, specifier = ''] = new RegExp(`import [^;]*?\\b${api}\\b[^;]*?from '([^']+)'`).exec(text) ?? []
      const contract = Object.entries(sources).find(([path]) => path.endsWith(specifier.replace(/^(?:\.\.?\/)+|^#/g, '')))?.[1] ?? ''
      return usesSchemas(file, text, specifier, contract) ? [] : [`${file} ${api}`]
    }),
  )
  expect(without).toEqual([])
})
