import {
  type AccessTable,
  malformedId,
  members,
  missing,
  nothing,
  open,
  type Prepare,
  sending,
  staff,
  type World,
} from '#server/testing/access/table.ts'
import { picture } from '#server/testing/pictures.ts'
import type { cashboxApi } from '../cashbox.contract.ts'
import { billForm } from './testing/bill.ts'

const water = { kind: 'out', amount: 60, purpose: 'Water' }
const csv: Prepare = () => ({ query: 'format=csv' })
const why = { reason: 'Entered twice' }

const entry: Prepare = async ({ admin }) => ({ id: (await admin.post('/user/fees/box', water)).body._id })
const voided: Prepare = async (world, me) => {
  const { id } = await entry(world, me)
  await world.admin.post(`/user/fees/box/${id}/void`, why)
  return { id: id ?? '' }
}
const withBill = async ({ admin }: World): Promise<{ _id: string; photoUrl: string }> =>
  (await admin.post('/user/fees/box', billForm(water, await picture()))).body

export const cashboxAccess: AccessTable<typeof cashboxApi> = {
  cashInBox: { all: [nothing, staff(200)] },
  closings: { all: [nothing, staff(200)] },
  closeBox: {
    all: [sending(nothing, { counted: 500 }), staff(201)],
    'up to an earlier instant': [
      async ({ admin }) => {
        await admin.post('/user/fees/closings', { counted: 500 })
        return { body: { asOf: '2020-01-01T00:00:00.000Z', counted: 500 } }
      },
      staff(409),
    ],
  },
  box: { all: [nothing, staff(200)] },
  exportBox: { all: [csv, staff(200)], 'as nothing': [nothing, staff(400)] },
  exportClosings: { all: [csv, staff(200)], 'as nothing': [nothing, staff(400)] },
  enterBox: { all: [sending(nothing, water), staff(201)] },
  voidBox: {
    any: [sending(entry, why), staff(200)],
    missing: [sending(missing, why), staff(404)],
    malformedId: [sending(malformedId, why), staff(404)],
    // Records of the books are never deleted; voids are final.
    deleted: [sending(voided, why), staff(409)],
  },
  photo: {
    any: [async (world) => ({ id: (await withBill(world))._id }), [401, 404, 200, 200, 200]],
    'of an entry without one': [entry, members(404)],
    missing: [missing, members(404)],
    // A stream validates its parameters before it authenticates the caller, because a signed link can take the place of a session.
    malformedId: [malformedId, open(404)],
    deleted: [voided, members(404)],
    'by its signed address': [
      async (world) => {
        const { _id, photoUrl } = await withBill(world)
        return { id: _id, query: photoUrl.split('?')[1] ?? '' }
      },
      open(200),
    ],
    'by a made-up address': [async (world) => ({ id: (await withBill(world))._id, query: 'day=2026-11-21&signature=x' }), open(403)],
  },
}
