import {
  type AccessTable,
  admins,
  malformedId,
  members,
  missing,
  nothing,
  open,
  type Prepare,
  sending,
} from '#server/testing/access/table.ts'
import { category, deletedCategory, newCategory, newDeletedCategory, storePicture, unique } from '#server/testing/access/things.ts'
import type { categoriesApi } from '../categories.contract.ts'

const categoryImage: Prepare = async (world) => {
  const id = await newCategory(world)
  const sha256 = await storePicture(world, id, (tx, imageSha256) =>
    tx.updateTable('categories').set({ imageSha256 }).where('id', '=', id).execute(),
  )
  return { id, sha256 }
}

export const categoriesAccess: AccessTable<typeof categoriesApi> = {
  list: { all: [nothing, members(200)] },
  tree: { all: [nothing, members(200)] },
  create: {
    'a root': [() => ({ body: { name: unique('Category') } }), admins(201)],
    'below another': [async (world) => ({ body: { name: 'Lenses', parentCategory: await newCategory(world) } }), admins(201)],
    'below a missing one': [() => ({ body: { name: 'Lenses', parentCategory: 'nowhere' } }), admins(400)],
    'below a deleted one': [async (world) => ({ body: { name: 'Lenses', parentCategory: await newDeletedCategory(world) } }), admins(400)],
  },
  update: {
    any: [async (world) => ({ id: await newCategory(world), body: { name: unique('Category') } }), admins(200)],
    'to a root': [sending(category, { parentCategory: null }), admins(200)],
    'below a missing one': [sending(category, { parentCategory: 'nowhere' }), admins(400)],
    'below a deleted one': [
      async (world) => ({ id: await newCategory(world), body: { parentCategory: await newDeletedCategory(world) } }),
      admins(400),
    ],
    missing: [sending(missing, {}), admins(404)],
    malformedId: [sending(malformedId, {}), admins(404)],
    deleted: [sending(deletedCategory, {}), admins(404)],
  },
  image: {
    any: [categoryImage, open(200)],
    'of another content': [async (world, me) => ({ ...(await categoryImage(world, me)), sha256: '0'.repeat(64) }), open(404)],
    'that was removed': [
      async (world, me) => {
        const sent = await categoryImage(world, me)
        await world.admin.put(`/category/${sent.id}`, { removeImage: true })
        return sent
      },
      open(404),
    ],
    missing: [async (world, me) => ({ ...(await categoryImage(world, me)), ...(await missing(world, me)) }), open(404)],
    malformedId: [async (world, me) => ({ ...(await categoryImage(world, me)), ...(await malformedId(world, me)) }), open(404)],
    deleted: [
      async (world, me) => {
        const sent = await categoryImage(world, me)
        await world.admin.del(`/category/${sent.id}`)
        return sent
      },
      open(404),
    ],
  },
  remove: {
    any: [category, admins(204)],
    missing: [missing, admins(404)],
    malformedId: [malformedId, admins(404)],
    deleted: [deletedCategory, admins(404)],
  },
}
