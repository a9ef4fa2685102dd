import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { io, type Socket } from 'socket.io-client'
import { newId } from '#server/db/ids.ts'
import { afterTest } from '#server/testing/afterwards.ts'
import type { Answer, Given, SignedInPerson } from '#server/testing/given.ts'

/** Creates the private conversation of two people. */
export const privateOf = async (one: SignedInPerson, other: SignedInPerson): Promise<string> =>
  (await one.post('/chat/conversations/private', { userId: other._id })).body._id

/** Prepares a student and a manager in their private conversation. */
export const givenPair = async (app: Given) => {
  const [asha, binod] = [await app.as('student', { name: 'Asha' }), await app.as('manager', { name: 'Binod' })]
  return { app, asha, binod, id: await privateOf(asha, binod) }
}

/** Inserts a group of these people as a row, since only administrators may call the endpoint that creates groups. */
export const groupOf = async (app: Given, people: readonly SignedInPerson[], name = 'Physics'): Promise<string> => {
  const [id, at] = [newId(), new Date().toISOString()]
  await app.db
    .insertInto('conversations')
    .values({
      id,
      type: 'group',
      builtIn: null,
      name,
      nameFolded: name.toLowerCase(),
      description: '',
      pairKey: null,
      postPolicy: 'all',
      firstSeq: 1,
      lastSeq: 0,
      lastChange: 0,
      activity: id,
      encryptedAt: null,
      keyVersion: 0,
      requiredKeyVersion: 0,
      keyMadeAt: null,
      keyMadeAfter: 0,
      createdBy: null,
      createdAt: at,
      updatedAt: at,
      deletedAt: null,
    })
    .execute()
  for (const { _id: userId } of people)
    await app.db.insertInto('conversationMembers').values({ conversationId: id, userId, joinedSeq: 0, joinedAt: at }).execute()
  return id
}

export const say = (person: SignedInPerson, conversation: string, content: string, more: object = {}): Promise<Answer> =>
  person.post(`/chat/conversations/${conversation}/messages`, { content, ...more })

/** Sends a message and returns it. */
export const said = async (person: SignedInPerson, conversation: string, content: string, more: object = {}) =>
  (await say(person, conversation, content, more)).body

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a payload by what it compares it with
export type Heard = { event: string; payload: any }

/** Opens sockets on a listening app, each with a record of all events it received. */
export const givenSockets = async (app: Given) => {
  await app.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.app.server.address() as AddressInfo
  return async (person: SignedInPerson): Promise<{ socket: Socket; heard: Heard[] }> => {
    const socket = io(`http://127.0.0.1:${port}`, {
      auth: { token: person.token },
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
    })
    afterTest(async () => void socket.close())
    const heard: Heard[] = []
    socket.onAny((event: string, payload: unknown) => heard.push({ event, payload }))
    await once(socket as never, 'connect')
    return { socket, heard }
  }
}
