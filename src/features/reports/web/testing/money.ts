import { duesApi } from '#features/dues/dues.contract.ts'
import { today } from '#web/api/timeZone.ts'
import { reply } from '#web/testing/fakeServer.ts'
import { reportsApi } from '../../reports.contract.ts'

const methods = { cash: 0, upi: 0, bank: 0, other: 0 }
const net = (amount: number) => ({ received: amount, refunded: 0, voided: 0, net: amount, methods: { ...methods, cash: amount } })

/** What the dashboard of admins asks about money. */
export const money = ({ collectedToday = 0, collected = 0, owed = 0 } = {}) => [
  reply(reportsApi.collections, {
    from: `${today().slice(0, 7)}-01`,
    to: today(),
    total: net(collected),
    days: [{ ...net(collectedToday), day: today(), clerks: [] }],
    clerks: [],
    voids: [],
  }),
  reply(duesApi.ageing, { groups: [], deleted: { owed: 0, students: 0 }, owed }),
]
