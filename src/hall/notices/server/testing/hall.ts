import type { Given, SignedInPerson } from '#server/testing/given.ts'

export const holiday = { title: 'Holiday', content: 'The hall is closed on Monday.', type: 'tab' } as const

/** The day of these tests is 21 November 2026 in Kolkata, three in the afternoon. */
export const noon = '2026-11-21T09:30:00.000Z'

/** A hall with a manager and two students, and the sentences of its notices. */
export const hallOf = async (app: Given) => {
  app.setNow(noon)
  const [manager, asha, ravi] = [
    await app.as('manager', { name: 'Farida Khan', email: 'farida@example.org' }),
    await app.as('student', { name: 'Asha', email: 'asha@example.org' }),
    await app.as('student', { name: 'Ravi', email: 'ravi@example.org' }),
  ]
  /** A notice that the manager writes. */
  const write = async (more: object = {}) => {
    const { status, body } = await manager.post('/notice', { ...holiday, ...more })
    if (status !== 201) throw new Error(`Expected 201, not ${status}: ${JSON.stringify(body)}`)
    return body
  }
  /** The titles that someone reads. */
  const read = async (person: SignedInPerson, path = '/notice/user'): Promise<string[]> =>
    (await person.get(path)).body.items.map(({ title }: { title: string }) => title)
  const listed = async (id: string) => (await manager.get('/notice/admin')).body.items.find((one: { _id: string }) => one._id === id)
  return { app, manager, asha, ravi, write, read, listed }
}
