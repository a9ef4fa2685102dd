import { type AccessTable, members, nothing, open } from '#server/testing/access/table.ts'
import type { pushApi } from '../push.contract.ts'

const preferences = {
  ...{ messages: true, notices: true, dues: false, receipts: true, accountEnds: true, showsText: false },
  quiet: { from: '22:00', to: '06:30' },
}
const subscription = { endpoint: 'https://fcm.googleapis.com/fcm/send/x', keys: { p256dh: 'x', auth: 'x' } }

export const pushAccess: AccessTable<typeof pushApi> = {
  state: { own: [nothing, members(200)] },
  subscribe: { 'a hall without a public address': [() => ({ body: subscription }), members(409)] },
  replace: {
    'a hall without a public address': [
      () => ({ body: { earlier: { endpoint: subscription.endpoint, auth: 'x' }, next: subscription } }),
      open(409),
    ],
  },
  unsubscribe: { own: [nothing, members(204)] },
  setPreferences: { own: [() => ({ body: preferences }), members(200)] },
}
