import { assertReadable } from '#chat/conversations/server/conversations.authorize.service.ts'
import { feature } from '#server/feature/feature.ts'
import { personDeleted } from '#server/feature/hooks.ts'
import { DAY } from '#server/time.ts'
import { encryptionApi } from '../encryption.contract.ts'
import { devices, forgetPending, mustOwn, onPersonDeleted, registerDevice, removeDevice } from './encryption.devices.service.ts'
import { saveKey, shareKeys, unshared } from './encryption.keys.service.ts'
import { lists, memberLists, mustSeeLists, saveLists } from './encryption.lists.service.ts'
import { recovery, saveRecovery } from './encryption.recovery.service.ts'
import { knownDevices, status } from './encryption.status.service.ts'
import { saveTrustBook, trustBook } from './encryption.trustBook.service.ts'
import { versions } from './encryption.versions.service.ts'

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
    // Key changes do not alter what conversations show; events announce changes of access.
    tables: { devices: 'devices', deviceLists: null, trustBooks: null, conversationKeys: null, conversationKeyWraps: null },
    jobs: [{ name: 'forget pending devices', everySeconds: DAY, alone: true, run: forgetPending }],
    guards: {
      lists: mustSeeLists,
      memberLists: assertReadable,
      versions: assertReadable,
      status: assertReadable,
      saveKey: assertReadable,
      knownDevices: assertReadable,
      unshared: (ctx, { params: { id } }) => mustOwn(ctx.db, ctx.me, id),
      shareKeys: (ctx, { params: { id } }) => mustOwn(ctx.db, ctx.me, id),
    },
    hooks: [personDeleted.by(onPersonDeleted)],
  },
)
