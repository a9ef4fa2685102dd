import { feature } from '#server/feature/feature.ts'
import { galleryApi } from '../gallery.contract.ts'
import { create, image, list, publicList, remove, reorder, update } from './gallery.service.ts'

export const galleryFeature = feature(
  galleryApi,
  { publicList, list, create, update, remove, reorder, image },
  {
    cached: ['publicList', 'list'],
    tables: { galleryImages: 'gallery' },
    files: [
      { table: 'galleryImages', column: 'largeSha256' },
      { table: 'galleryImages', column: 'mediumSha256' },
      { table: 'galleryImages', column: 'smallSha256' },
    ],
  },
)
