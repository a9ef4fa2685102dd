import {
  type AccessTable,
  malformedId,
  members,
  missing,
  nothing,
  type Prepare,
  sending,
  staff,
  type World,
} from '#server/testing/access/table.ts'
import type { thoughtsApi } from '../thoughts.contract.ts'

const newThought = async ({ admin }: World): Promise<string> => (await admin.post('/thought', { thought: 'Read' })).body._id
const thought: Prepare = async (world) => ({ id: await newThought(world) })
const deletedThought: Prepare = async (world) => {
  const id = await newThought(world)
  await world.admin.del(`/thought/${id}`)
  return { id }
}
const change = { thought: 'Write' }
const placing =
  (prepare: Prepare): Prepare =>
  async (world, me) => ({ body: { thoughts: [{ id: (await prepare(world, me)).id, order: 1 }] } })

export const thoughtsAccess: AccessTable<typeof thoughtsApi> = {
  today: { all: [nothing, members(200)] },
  list: { all: [nothing, staff(200)] },
  create: { any: [() => ({ body: change }), staff(201)] },
  update: {
    any: [sending(thought, change), staff(200)],
    missing: [sending(missing, change), staff(404)],
    malformedId: [sending(malformedId, change), staff(404)],
    deleted: [sending(deletedThought, change), staff(404)],
  },
  remove: {
    any: [thought, staff(204)],
    missing: [missing, staff(404)],
    malformedId: [malformedId, staff(404)],
    deleted: [deletedThought, staff(404)],
  },
  reorder: {
    any: [placing(thought), staff(200)],
    missing: [placing(missing), staff(404)],
    malformedId: [placing(malformedId), staff(400)],
    deleted: [placing(deletedThought), staff(404)],
  },
  bulkImport: { any: [() => ({ body: { thoughts: [change] } }), staff(201)] },
}
