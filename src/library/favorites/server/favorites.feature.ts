import { feature } from '#server/feature/feature.ts'
import { favoritesApi } from '../favorites.contract.ts'
import { removeOfDocuments, removeOfPerson } from './favorites.db.ts'
import { add, count, ids, list, remove } from './favorites.service.ts'

export const favoritesFeature = feature(
  favoritesApi,
  { list, ids, count, add, remove },
  {
    tables: { favorites: 'favorites' },
    onPersonRemoved: removeOfPerson,
    onDocumentsRemoved: removeOfDocuments,
    onDocumentsPurged: removeOfDocuments,
  },
)
