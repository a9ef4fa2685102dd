import { type AccessTable, malformedId, members, missing, nothing, type Prepare, sending } from '#server/testing/access/table.ts'
import type { SignedInPerson } from '#server/testing/given.ts'
import { groupOf, privateOf } from '../../conversations/server/testing/chat.ts'
import type { encryptionApi } from '../encryption.contract.ts'
import { allowEncryption } from './testing/allowed.ts'
import { bookShape, deviceIdOf, givenDevice, keyFor, listShape, rsaPem, signingPem } from './testing/devices.ts'

const newDevice: Prepare = () => ({ body: { publicKeyPem: rsaPem(), signingKeyPem: signingPem } })
const ownDevice = async (me: SignedInPerson | undefined, other: SignedInPerson) => ({ id: await givenDevice(me ?? other) })

const device = (body: (world: Parameters<Prepare>[0], me: Parameters<Prepare>[1]) => Promise<object>, status: number) => {
  const with_ =
    (prepare: Prepare): Prepare =>
    async (world, me) => ({ ...(await prepare(world, me)), ...(await body(world, me)) })
  const own: Prepare = ({ admin }, me) => ownDevice(me, admin)
  return {
    own: [with_(own), members(status)] as const,
    "someone else's": [with_(async ({ app }) => ({ id: await givenDevice(await app.as('student')) })), members(404)] as const,
    missing: [with_(() => ({ id: deviceIdOf(rsaPem()) })), members(404)] as const,
    malformedId: [with_(malformedId), members(404)] as const,
    deleted: [
      with_(async ({ admin }, me) => {
        const { id } = await ownDevice(me, admin)
        await (me ?? admin).del(`/user/encryption/devices/${id}`)
        return { id }
      }),
      members(404),
    ] as const,
  }
}

const fromOwn = async ({ admin }: Parameters<Prepare>[0], me: Parameters<Prepare>[1]) => ({
  query: `from=${await givenDevice(me ?? admin)}`,
})
const byOwn = async ({ admin }: Parameters<Prepare>[0], me: Parameters<Prepare>[1]) => ({
  body: { byDevice: await givenDevice(me ?? admin), keys: [] },
})

const own: Prepare = async ({ app, admin }, me) => ({ id: await privateOf(me ?? admin, await app.as('student')) })
const others: Prepare = async ({ app }) => ({ id: await privateOf(await app.as('student'), await app.as('manager')) })
const left: Prepare = async ({ app }, me) => {
  const id = await groupOf(app, [await app.as('student'), ...(me ? [me] : [])])
  if (me) await app.db.deleteFrom('conversationMembers').where('conversationId', '=', id).where('userId', '=', me._id).execute()
  return { id }
}
const gone: Prepare = async ({ app }, me) => {
  const id = await groupOf(app, me ? [me] : [])
  await app.db.updateTable('conversations').set({ deletedAt: new Date().toISOString() }).where('id', '=', id).execute()
  return { id }
}

const conversation = (prepare: Prepare, status: number, as: (prepare: Prepare) => Prepare = (same) => same) => ({
  own: [prepare, members(status)] as const,
  "someone else's": [as(others), members(404)] as const,
  'one that was left': [as(left), members(404)] as const,
  missing: [as(missing), members(404)] as const,
  malformedId: [as(malformedId), members(404)] as const,
  deleted: [as(gone), members(404)] as const,
})

const someIds = `ids=${deviceIdOf(rsaPem())}`
const asking =
  (prepare: Prepare): Prepare =>
  async (world, me) => ({ ...(await prepare(world, me)), query: someIds })

const askingVersions =
  (prepare: Prepare): Prepare =>
  async (world, me) => ({ ...(await prepare(world, me)), query: 'numbers=1,2' })

const ownWithKey: Prepare = async ({ app, admin }, me) => {
  await allowEncryption(app.db)
  const [one, other] = [me ?? admin, await app.as('student')]
  const [mine, theirs] = [await givenDevice(one), await givenDevice(other)]
  return { id: await privateOf(one, other), body: keyFor(1, mine, [mine, theirs]) }
}

const met: Prepare = async ({ app, admin }, me) => {
  const other = await app.as('student')
  await privateOf(me ?? admin, other)
  return { id: other._id }
}
const deletedPerson: Prepare = async (world, me) => {
  const { id = '' } = await met(world, me)
  await world.app.db.updateTable('users').set({ deletedAt: new Date().toISOString() }).where('id', '=', id).execute()
  return { id }
}

/** Prepares lists of the right shape that belong to another person. */
const strangeLists: Prepare = async ({ app }) => ({ body: { userId: (await app.as('student'))._id, lists: [listShape] } })
const strangeBook: Prepare = () => ({ body: { ...bookShape, byDevice: deviceIdOf(rsaPem()) } })

export const encryptionAccess: AccessTable<typeof encryptionApi> = {
  lists: {
    oneself: [(_, me) => ({ id: me?._id ?? '-' }), members(200)],
    'a person that one chats with': [met, members(200)],
    'a stranger': [async ({ app }) => ({ id: (await app.as('student'))._id }), members(404)],
    missing: [missing, members(404)],
    malformedId: [malformedId, members(404)],
    // Messages of deleted people must remain verifiable.
    deleted: [deletedPerson, members(200)],
  },
  memberLists: conversation(own, 200),
  saveLists: { "a stranger's": [strangeLists, members(404)] },
  trustBook: { 'none yet': [nothing, members(200)] },
  saveTrustBook: { 'of an unknown device': [strangeBook, members(422)] },
  versions: conversation(askingVersions(own), 200, askingVersions),
  registerDevice: { own: [newDevice, members(200)] },
  devices: { own: [nothing, members(200)] },
  removeDevice: device(async () => ({}), 204),
  unshared: device(fromOwn, 200),
  shareKeys: device(byOwn, 200),
  recovery: { 'none yet': [nothing, members(404)] },
  saveRecovery: {
    own: [
      () => ({ body: { publicKeyPem: rsaPem(), signingKeyPem: signingPem, sealedKeys: Buffer.alloc(40).toString('base64') } }),
      members(200),
    ],
  },
  status: conversation(own, 200),
  saveKey: conversation(ownWithKey, 200, (prepare) => sending(prepare, { keyVersion: 1, wrappedKeys: [] })),
  knownDevices: conversation(asking(own), 200, asking),
}
