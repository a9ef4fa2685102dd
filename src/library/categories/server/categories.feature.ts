import { feature } from '#server/feature/feature.ts'
import { categoriesApi } from '../categories.contract.ts'
import { create, image, list, remove, tree, update } from './categories.service.ts'

export const categoriesFeature = feature(
  categoriesApi,
  { list, tree, create, update, image, remove },
  { cached: ['list', 'tree'], tables: { categories: 'categories' }, files: [{ table: 'categories', column: 'imageSha256' }] },
)
