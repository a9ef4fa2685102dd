import type { GalleryImage, PublicImage } from '#hall/gallery/gallery.contract.ts'
import type { GalleryImagesTable } from '#server/db/tables/hall.ts'
import type { Platform } from '#server/feature/platform.ts'
import { dailyLinks } from '#server/files/dailyLinks.ts'
import type { LinkTarget } from '#server/files/links.ts'
import type { ImageRow } from './gallery.db.ts'

/** Maximum width of each size in pixels, largest first. The height is limited to twice the width. */
export const widths = [1_600, 960, 480] as const

/** Returns the width of a size whose largest version is at most `width` wide. */
const shrunk = (row: Pick<GalleryImagesTable, 'width' | 'height'>, width: number): number =>
  Math.max(1, Math.round(row.width * Math.min(1, width / row.width, (2 * width) / row.height)))

type Address = (target: LinkTarget) => string

const toPublic = (row: GalleryImagesTable, address: Address): PublicImage => {
  const urlOf = (sha256: string) => address({ path: `/api/gallery/${row.id}/image/${sha256}`, sha256 })
  const hashes = [row.largeSha256, row.mediumSha256, row.smallSha256]
  // For a small picture, all sizes are the same file.
  const sizes = new Map(hashes.map((sha256, index) => [sha256, shrunk(row, widths[index] ?? 0)]))
  return {
    _id: row.id,
    imageUrl: urlOf(row.largeSha256),
    sizes: [...sizes].map(([sha256, width]) => ({ url: urlOf(sha256), width })).toReversed(),
    width: row.width,
    height: row.height,
    placeholder: row.placeholder,
    title: row.title,
    description: row.description,
    order: row.position,
  }
}

const publicAddress: Address = ({ path }) => path

export const publicImage = (row: GalleryImagesTable): PublicImage => toPublic(row, publicAddress)

/** Returns pictures for admins. Hidden pictures get an address that is signed for one day. */
export const imagesFor = async (ctx: Pick<Platform, 'db' | 'clock'>, rows: readonly ImageRow[]): Promise<GalleryImage[]> => {
  const signed = await dailyLinks(ctx)
  return rows.map((row) => ({
    ...toPublic(row, row.isActive === 1 ? publicAddress : signed),
    isActive: row.isActive === 1,
    uploadedBy: row.uploaderDeletedAt === null ? { name: row.uploaderName } : null,
    createdAt: row.createdAt,
  }))
}
