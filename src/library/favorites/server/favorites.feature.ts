import { documentsDeleted, documentsPurged } from '#library/documents/server/documents.hooks.ts'
import { feature } from '#server/feature/feature.ts'
import { personDeleted } from '#server/feature/hooks.ts'
import { favoritesApi } from '../favorites.contract.ts'
import { onPersonDeleted, removeOfDocuments } from './favorites.db.ts'
import { add, count, ids, list, remove } from './favorites.service.ts'

export const favoritesFeature = feature(
  favoritesApi,
  { list, ids, count, add, remove },
  {
    tables: { favorites: 'favorites' },
    hooks: [personDeleted.by(onPersonDeleted), documentsDeleted.by(removeOfDocuments), documentsPurged.by(removeOfDocuments)],
  },
)
