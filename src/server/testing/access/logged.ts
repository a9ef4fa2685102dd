import type { Tables } from '#server/db/tables.ts'
import { givenWorld } from './rows.ts'
import type { World } from './table.ts'

/** What people typed and uploaded, by table. */
const personal: { [T in keyof Tables]?: readonly (keyof Tables[T])[] } = {
  users: ['name', 'email', 'phone'],
  messages: ['content'],
  messageVersions: ['content'],
  conversations: ['name', 'description'],
  attachments: ['originalName'],
  documents: ['title', 'fileName'],
  categories: ['name'],
  notices: ['title', 'content'],
  announcements: ['content'],
  thoughts: ['thought', 'author'],
  payments: ['reference', 'receiptNumber'],
  visitors: ['name', 'phone'],
  marks: ['note', 'quote'],
}

const typedIn = async ({ app: { db } }: World): Promise<string[]> => {
  const found: string[] = []
  for (const [name, columns] of Object.entries(personal)) {
    const rows = (await db
      .selectFrom(name as keyof Tables)
      .selectAll()
      .execute()) as unknown as Record<string, unknown>[]
    for (const row of rows)
      for (const column of columns) {
        const value = row[column]
        if (typeof value === 'string' && value.length > 3) found.push(value)
      }
  }
  return found
}

type Logged = {
  world: World
  /** How much was written to the log, typed by people, and given as tokens. */
  counts: () => Promise<{ lines: number; typed: number; tokens: number }>
  /** Takes the log, and returns what people typed, and their tokens, as far as it has them, as they are or as JSON has them. */
  personalInLog: () => Promise<string[]>
}

/** A world whose log is kept. `lasts` says when its app is closed. */
export const givenLoggedWorld = async ({ lasts = 'test' }: { lasts?: 'test' | 'file' } = {}): Promise<Logged> => {
  const lines: string[] = []
  const world = await givenWorld({ logLevel: 'debug' }, { lasts, logTo: { write: (line) => void lines.push(line) } })
  const tokens: string[] = [world.admin.token]
  const { as } = world.app
  world.app.as = async (...given) => {
    const person = await as(...given)
    tokens.push(person.token)
    return person
  }
  return {
    world,
    counts: async () => ({ lines: lines.length, typed: new Set(await typedIn(world)).size, tokens: tokens.length }),
    personalInLog: async () => {
      const log = lines.splice(0).join('')
      const forms = new Set([...(await typedIn(world)), ...tokens].flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]))
      return [...forms].filter((text) => log.includes(text))
    },
  }
}
