import { describe, expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'
import { type Call, concurrentDatabase, statusAfterWaiting } from '#server/testing/waiting.ts'

const givenHall = async () => {
  const app = await given({}, { database: await concurrentDatabase() })
  app.othersWrite(['users', 'sessions'])
  const { _id } = await app.as('student')
  const person = { name: 'Binod', email: 'binod@example.org', password: 'a good long one', role: 'student' }
  const calls: Record<string, Call> = {
    'a new person': ['POST', '/user', person],
    'a changed person': ['PUT', `/user/${_id}`, { name: 'Asha' }],
    'a new end': ['PUT', `/user/${_id}/termination`, { terminationDate: '2099-12-31' }],
    'a link for a password': ['POST', `/user/${_id}/reset-link`, {}],
    'a room': ['POST', '/user/seats/rooms', { name: 'Upper floor' }],
    'a shift': ['POST', '/customization/shifts', { name: 'Night', from: '22:00', to: '06:00' }],
    'the hall': ['PUT', '/customization/hall', { seats: 40 }],
    'a group': ['POST', '/chat/admin/groups', { name: 'Physics', participants: [_id] }],
  }
  const changes = async () => (await app.db.selectFrom('audit').select('action').execute()).length
  return { app, calls, changes }
}

describe('a call that changes people and was admitted before its caller', () => {
  test.each([
    ['lost the role', 403],
    ['lost the session', 401],
  ] as const)('%s changes nothing', async (ending, status) => {
    const { app, calls, changes } = await givenHall()
    for (const [name, call] of Object.entries(calls))
      expect([name, await statusAfterWaiting(app, await app.as('superadmin'), { held: 'users', call, ending })]).toEqual([name, status])
    expect(await changes()).toBe(0)
  })

  test('waited, and nothing else, has its effect', async () => {
    const { app, calls, changes } = await givenHall()
    for (const [name, call] of Object.entries(calls)) {
      const status = await statusAfterWaiting(app, await app.as('superadmin'), { held: 'users', call, ending: 'waited, and nothing else' })
      expect([name, status]).toEqual([name, expect.toBeOneOf([200, 201])])
    }
    expect(await changes()).toBe(Object.keys(calls).length)
  })
})
