import { type AccessTable, admins, nothing, type Prepare, sending, staff, type World } from '#server/testing/access/table.ts'
import { unique } from '#server/testing/access/things.ts'
import type { shiftsApi } from '../shifts.contract.ts'

/** Makes room for another shift, since each caller adds one. */
const removeOthers = ({ app }: World) => app.db.deleteFrom('shifts').where('key', 'not in', ['morning', 'afternoon', 'full-day']).execute()

const evening = () => ({ name: unique('Evening'), from: '17:10', to: '22:20' })
const newShift: Prepare = async (world) => {
  await removeOthers(world)
  const { body } = await world.admin.post('/customization/shifts', evening())
  const made = (body.shifts as { key: string }[]).find(({ key }) => key.startsWith('evening'))
  return { key: made?.key ?? '' }
}
const deletedShift: Prepare = async (world, me) => {
  const { key = '' } = await newShift(world, me)
  await world.admin.del(`/customization/shifts/${key}`)
  return { key }
}
const missingShift: Prepare = () => ({ key: 'night' })
const malformedKey: Prepare = () => ({ key: "' or 1=1 --" })

export const shiftsAccess: AccessTable<typeof shiftsApi> = {
  list: { all: [nothing, admins(200)] },
  held: { all: [nothing, staff(200)] },
  create: {
    any: [
      async (world) => {
        await removeOthers(world)
        return { body: evening() }
      },
      admins(201),
    ],
  },
  update: {
    any: [sending(newShift, { from: '17:15' }), admins(200)],
    missing: [sending(missingShift, {}), admins(404)],
    malformedId: [sending(malformedKey, {}), admins(404)],
    deleted: [sending(deletedShift, {}), admins(404)],
  },
  remove: {
    any: [newShift, admins(204)],
    'in use': [() => ({ key: 'morning' }), admins(409)],
    missing: [missingShift, admins(404)],
    malformedId: [malformedKey, admins(404)],
    deleted: [deletedShift, admins(404)],
  },
}
