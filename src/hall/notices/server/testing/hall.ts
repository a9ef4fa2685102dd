import type { Given, SignedInPerson } from '#server/testing/given.ts'

export const holiday = { title: 'Holiday', content: 'The hall is closed on Monday.', type: 'tab' } as const

/** These tests run on 21 November 2026 at 15:00 in Kolkata. */
export const noon = '2026-11-21T09:30:00.000Z'

/** A hall with a manager, two students and helpers for notices. */
export const hallOf = async (app: Given) => {
  app.setNow(noon)
  const [manager, asha, ravi] = [
    await app.as('manager', { name: 'Farida Khan', email: 'farida@example.org' }),
    await app.as('student', { name: 'Asha', email: 'asha@example.org' }),
    await app.as('student', { name: 'Ravi', email: 'ravi@example.org' }),
  ]
  /** Creates a notice as the manager. */
  const write = async (more: object = {}) => {
    const { status, body } = await manager.post('/notice', { ...holiday, ...more })
    if (status !== 201) throw new Error(`Expected 201, not ${status}: ${JSON.stringify(body)}`)
    return body
  }
  /** Returns the titles a person reads. */
  const read = async (person: SignedInPerson, path = '/notice/user'): Promise<string[]> =>
    (await person.get(path)).body.items.map(({ title }: { title: string }) => title)
  const listed = async (id: string) => (await manager.get('/notice/admin')).body.items.find((one: { _id: string }) => one._id === id)
  return { app, manager, asha, ravi, write, read, listed }
}
