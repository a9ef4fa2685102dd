import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { serialize } from './serializer.ts'

const Person = z.object({ name: z.string(), phone: z.nullable(z.string()) })
const Reply = z.object({ owner: Person, former: z.nullable(Person), items: z.array(Person), total: z.number() })

test('a reply has the fields that it declares and no others, at every depth', () => {
  const row = { name: 'Asha', phone: null, passwordHash: 'secret' }
  const reply = { owner: row, former: row, items: [row], total: 1, tokenHash: 'secret' }
  const declared = { name: 'Asha', phone: null }
  expect(JSON.parse(serialize(Reply, reply))).toEqual({ owner: declared, former: declared, items: [declared], total: 1 })
})
