import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { io, type Socket } from 'socket.io-client'
import { afterEach, expect, test } from 'vitest'
import { given, type SignedInPerson } from '#server/testing/given.ts'

const opened: Socket[] = []
afterEach(() => {
  for (const socket of opened.splice(0)) socket.close()
})

const givenHall = async () => {
  const app = await given()
  app.setNow('2026-11-21T10:00:00.000Z')
  await app.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.app.server.address() as AddressInfo
  const open = async ({ token }: SignedInPerson): Promise<Socket> => {
    const socket = io(`http://127.0.0.1:${port}`, { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true })
    opened.push(socket)
    await once(socket as never, 'connect')
    return socket
  }
  const clerk = await app.as('superadmin')
  return { app, clerk, open }
}

const closed = (socket: Socket) => once(socket as never, 'disconnect')

test.each([
  ['is deleted', 'del', '', undefined],
  ['gets another role', 'put', '', { role: 'manager' }],
  ['gets another password', 'put', '', { password: 'another horse battery' }],
  ['is ended by yesterday', 'put', '/termination', { terminationDate: '2026-11-20' }],
  ['is ended by yesterday, in their form', 'put', '', { terminationDate: '2026-11-20' }],
] as const)('the sockets of someone who %s are closed, and nobody else’s', async (_, method, path, change) => {
  const { app, clerk, open } = await givenHall()
  const [student, other] = [await app.as('student'), await app.as('student')]
  const [one, two, third] = [await open(student), await open(student), await open(other)]
  const over = Promise.all([closed(one), closed(two)])
  expect((await clerk[method](`/user/${student._id}${path}`, change as never)).status).toBeLessThan(300)
  await over
  expect(third.connected).toBe(true)
})

test('closes the sockets of a person whose end another program moved forward', async () => {
  const { app, open } = await givenHall()
  const student = await app.as('student')
  const socket = await open(student)
  await app.db.updateTable('users').set({ terminationDate: '2026-11-21' }).where('id', '=', student._id).execute()
  app.setNow('2026-11-21T18:30:00.000Z')
  const over = closed(socket)
  await over
})
