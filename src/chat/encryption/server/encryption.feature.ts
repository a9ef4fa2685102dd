import { mustBeMember } from '#chat/conversations/server/chat.membership.service.ts'
import { feature } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { DAY } from '#server/time.ts'
import { encryptionApi } from '../encryption.contract.ts'
import { devices, forgetPending, mustOwn, registerDevice, removeDevice, removeDevicesOf } from './encryption.devices.service.ts'
import { saveKey, shareKeys, unshared } from './encryption.keys.service.ts'
import { lists, memberLists, mustSeeLists, saveLists } from './encryption.lists.service.ts'
import { recovery, saveRecovery } from './encryption.recovery.service.ts'
import { knownDevices, status } from './encryption.status.service.ts'
import { saveTrustBook, trustBook } from './encryption.trustBook.service.ts'
import { versions } from './encryption.versions.service.ts'

type Address = { params: { id: string } }
const mustSee = (ctx: Ctx, { params: { id } }: Address) => mustBeMember(ctx, id)

export const encryptionFeature = feature(
  encryptionApi,
  {
    lists,
    memberLists,
    saveLists,
    trustBook,
    saveTrustBook,
    versions,
    registerDevice,
    devices,
    removeDevice,
    unshared,
    shareKeys,
    recovery,
    saveRecovery,
    status,
    saveKey,
    knownDevices,
  },
  {
    // Keys change what conversations show to nobody: who can read what is told by events.
    tables: { devices: 'devices', deviceLists: null, trustBooks: null, conversationKeys: null, conversationKeyWraps: null },
    jobs: [{ name: 'forget pending devices', everySeconds: DAY, alone: true, run: forgetPending }],
    guards: {
      lists: mustSeeLists,
      memberLists: mustSee,
      versions: mustSee,
      status: mustSee,
      saveKey: mustSee,
      knownDevices: mustSee,
      unshared: (ctx, { params: { id } }) => mustOwn(ctx.db, ctx.me, id),
      shareKeys: (ctx, { params: { id } }) => mustOwn(ctx.db, ctx.me, id),
    },
    onPersonRemoved: removeDevicesOf,
  },
)
