import { categoriesApi } from '#features/categories/categories.contract.ts'
import * as categories from '#features/categories/server/categories.service.ts'
import { documentsApi } from '#features/documents/documents.contract.ts'
import * as documents from '#features/documents/server/documents.service.ts'
import { favoritesApi } from '#features/favorites/favorites.contract.ts'
import * as favorites from '#features/favorites/server/favorites.service.ts'
import { homeApi } from '#features/home/home.contract.ts'
import * as home from '#features/home/server/home.service.ts'
import { sweep } from './files/adopt.ts'
import { type Feature, feature } from './http/feature.ts'
import type { Platform } from './platform.ts'
import { HOUR } from './time.ts'

const sweepFiles = {
  name: 'sweep files',
  everySeconds: HOUR,
  run: async (platform: Platform): Promise<void> => {
    const removed = await sweep(platform)
    if (removed.contents + removed.leftovers > 0) platform.log.info(removed, 'removed files that nobody names')
  },
}

/** The one list of features: each contract with the functions that answer it. */
export const features: Record<string, Feature> = {
  documents: feature(documentsApi, documents, { jobs: [sweepFiles] }),
  categories: feature(categoriesApi, categories),
  favorites: feature(favoritesApi, favorites),
  home: feature(homeApi, home),
}
