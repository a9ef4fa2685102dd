import { AppError, commonErrors } from '#contract/errors.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import type { chatApi } from '../conversations.contract.ts'
import { chatErrors } from '../conversations.shapes.contract.ts'
import * as blocks from './conversations.blocks.db.ts'
import * as people from './conversations.people.db.ts'

export const block = async ({ db, transact, me, now }: Ctx, { params: { id } }: Input<typeof chatApi.block>): Promise<void> => {
  if (id === me._id) throw new AppError(chatErrors.yourself)
  const other = await people.byId(db, id)
  if (!other || other.deletedAt !== null) throw new AppError(commonErrors.notFound)
  await transact((tx) => blocks.insertBlock(tx, me._id, id, now.toISOString()))
}

export const unblock = async ({ transact, me }: Ctx, { params: { id } }: Input<typeof chatApi.unblock>): Promise<void> => {
  await transact((tx) => blocks.removeBlock(tx, me._id, id))
}
