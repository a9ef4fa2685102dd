import { type AccessTable, admins, malformedId, missing, nothing, type Prepare, sending, staff } from '#server/testing/access/table.ts'
import type { chargingApi } from '../charging.contract.ts'
import { chargeBegunMonths } from './charging.job.service.ts'

/** A run that has charged the month in which a student joined. */
const run: Prepare = async ({ app, admin }) => {
  await app.as('student', { dateJoined: app.today(), monthlyFee: 90_000 })
  // Off and on again, so that the job looks at everybody once more.
  await admin.put('/user/fees/charging', { isOn: false })
  await admin.put('/user/fees/charging', { isOn: true })
  await chargeBegunMonths(app.platform)
  return { id: (await admin.get('/user/fees/charging')).body.lastRun._id }
}

const undone: Prepare = async (world, me) => {
  const sent = await run(world, me)
  await world.admin.post(`/user/fees/charging/${sent.id}/undo`)
  return sent
}

export const chargingAccess: AccessTable<typeof chargingApi> = {
  state: { all: [nothing, staff(200)] },
  setOn: { on: [sending(nothing, { isOn: true }), admins(200)] },
  undo: {
    'a run': [run, admins(200)],
    missing: [missing, admins(404)],
    malformedId: [malformedId, admins(404)],
    deleted: [undone, admins(409), 'why'],
  },
  uncharged: { all: [nothing, staff(200)] },
}
