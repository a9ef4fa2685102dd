import {
  type AccessTable,
  admins,
  malformedId,
  missing,
  nothing,
  open,
  type Prepare,
  type Sent,
  sending,
  type World,
} from '#server/testing/access/table.ts'
import { unique } from '#server/testing/access/things.ts'
import { givenImage, imageForm } from '#server/testing/gallery.ts'
import { picture } from '#server/testing/pictures.ts'
import type { galleryApi } from '../gallery.contract.ts'

const newImage = ({ admin }: World) => givenImage(admin, unique('Hall'))
const known: Prepare = async (world) => ({ id: (await newImage(world))._id })
const deleted: Prepare = async (world) => {
  const { _id } = await newImage(world)
  await world.admin.del(`/gallery/${_id}`)
  return { id: _id }
}

/** Returns the address of the largest size of a picture after `change`. */
const addressAfter = async (world: World, change: (id: string) => Promise<unknown>): Promise<Sent> => {
  const { _id } = await newImage(world)
  await change(_id)
  const { items } = (await world.admin.get('/gallery/admin')).body
  const { imageUrl } = items.find((item: { _id: string }) => item._id === _id) ?? {}
  const [path = '', query] = String(imageUrl).split('?')
  return { id: _id, sha256: path.split('/').at(-1) ?? '', ...(query && { query }) }
}
const shown: Prepare = (world) => addressAfter(world, async () => {})
const hidden: Prepare = (world) => addressAfter(world, (id) => world.admin.put(`/gallery/${id}`, { isActive: false }))
const inPlaceOf =
  (other: Prepare): Prepare =>
  async (world, me) => ({ ...(await shown(world, me)), ...(await other(world, me)) })

export const galleryAccess: AccessTable<typeof galleryApi> = {
  publicList: { all: [nothing, open(200)] },
  list: { all: [nothing, admins(200)] },
  create: { any: [async () => ({ body: imageForm({ title: unique('Hall') }, await picture()) }), admins(201)] },
  update: {
    any: [sending(known, { title: 'Reading room' }), admins(200)],
    missing: [sending(missing, {}), admins(404)],
    malformedId: [sending(malformedId, {}), admins(404)],
    deleted: [sending(deleted, {}), admins(404)],
  },
  remove: {
    any: [known, admins(204)],
    missing: [missing, admins(404)],
    malformedId: [malformedId, admins(404)],
    deleted: [deleted, admins(404)],
  },
  reorder: {
    all: [async (world) => ({ body: { images: [{ id: (await newImage(world))._id, order: 0 }] } }), admins(200)],
    'a missing one': [() => ({ body: { images: [{ id: 'nowhere', order: 0 }] } }), admins(400)],
  },
  image: {
    'that is shown': [shown, open(200)],
    'that is not shown': [async (world, me) => ({ ...(await hidden(world, me)), query: '' }), open(404)],
    'that is not shown, by its signed address': [hidden, open(200)],
    missing: [inPlaceOf(missing), open(404)],
    malformedId: [inPlaceOf(malformedId), open(404)],
    deleted: [
      async (world, me) => {
        const sent = await hidden(world, me)
        await world.admin.del(`/gallery/${sent.id}`)
        return sent
      },
      open(404),
    ],
  },
}
