import { type AccessTable, malformedId, missing, nothing, type Sent, students, type World } from '#server/testing/access/table.ts'
import { deletedDocument, document, newDocument } from '#server/testing/access/things.ts'
import type { SignedInPerson } from '#server/testing/given.ts'
import type { favoritesApi } from '../favorites.contract.ts'

const favoriteOf = async (world: World, person: SignedInPerson | undefined): Promise<Sent> => {
  const id = await newDocument(world)
  await person?.post(`/document/${id}/favorite`)
  return { id }
}

export const favoritesAccess: AccessTable<typeof favoritesApi> = {
  list: { own: [nothing, students(200)] },
  ids: { own: [nothing, students(200)] },
  count: { own: [nothing, students(200)] },
  add: {
    'a document that is none yet': [document, students(204)],
    own: [favoriteOf, students(204)],
    "someone else's": [async (world) => favoriteOf(world, await world.app.as('student')), students(204)],
    missing: [missing, students(404)],
    malformedId: [malformedId, students(404)],
    deleted: [deletedDocument, students(404)],
  },
  remove: {
    own: [favoriteOf, students(204)],
    "someone else's": [async (world) => favoriteOf(world, await world.app.as('student')), students(204)],
    missing: [missing, students(204)],
    malformedId: [malformedId, students(404)],
    deleted: [deletedDocument, students(204)],
  },
}
