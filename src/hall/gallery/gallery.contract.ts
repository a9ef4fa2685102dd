import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import type { Errors } from '#contract/errors.ts'
import { byId, Id, Instant, idOr, orEmpty, text } from '#contract/fields.ts'
import { dailyLinkQuery } from '#contract/fileLink.ts'
import { MB } from '#contract/limits.ts'
import { list, wholeNumber } from '#contract/paging.ts'
import { pictureErrors } from '#contract/picture.ts'

export const galleryLimits = {
  bytes: 10 * MB,
  title: 200,
  description: 500,
  images: 100,
  order: 999_999_999,
} as const

/** A picture as visitors see it. */
export const PublicImage = z.object({
  _id: Id,
  /** The address of the largest size, which needs no session. */
  imageUrl: z.string(),
  /** All sizes, smallest first, as `srcset` needs them: each address with its width in pixels. */
  sizes: z.array(z.object({ url: z.string(), width: z.int() })),
  /** Pixels of the largest size. */
  width: z.int(),
  height: z.int(),
  /** A few pixels as a `data:` URL, shown while the picture loads. */
  placeholder: z.string(),
  title: z.string(),
  description: z.string(),
  /** Lower is shown first. */
  order: z.int(),
})
export type PublicImage = z.infer<typeof PublicImage>

export const GalleryImage = z.object({
  ...PublicImage.shape,
  isActive: z.boolean(),
  /** Null after the account was deleted. */
  uploadedBy: z.nullable(z.object({ name: z.string() })),
  createdAt: Instant,
})
export type GalleryImage = z.infer<typeof GalleryImage>

const missing = 'Please provide both image file and title'

export const galleryErrors = {
  tooLarge: { code: 'gallery.too_large', status: 413, message: 'The image is larger than 10MB' },
  tooMany: { code: 'gallery.too_many', status: 409, message: `There can be at most ${galleryLimits.images} images` },
  unknownImage: { code: 'gallery.unknown_image', status: 400, message: 'One of these images no longer exists' },
} satisfies Errors

/** File types allowed in the gallery, checked by content. */
export const notGalleryImage = 'Please choose a JPG, PNG or WebP image'

const description = text({ max: galleryLimits.description })
export const orderMessage = 'Order must be a whole number, 0 or more'
const order = wholeNumber(0, galleryLimits.order, orderMessage)
const images = z
  .array(z.object({ id: idOr(galleryErrors.unknownImage.message), order }, 'Please name the images'), 'Please name the images')
  .check(
    z.minLength(1, 'Please name the images'),
    z.maxLength(galleryLimits.images, 'Please name each image once'),
    z.refine((given) => new Set(given.map(({ id }) => id)).size === given.length, 'Please name each image once'),
  )

const imageList = list(GalleryImage)

export const galleryApi = {
  publicList: endpoint({
    method: 'GET',
    path: '/gallery/public',
    access: 'anyone',
    shows: ['gallery'],
    summary: 'The active pictures of the landing page, in their order',
    reply: list(PublicImage),
  }),
  list: endpoint({
    method: 'GET',
    path: '/gallery/admin',
    access: 'admin',
    shows: ['gallery', 'users'],
    summary: 'All pictures, in their order',
    reply: imageList,
  }),
  create: endpoint({
    method: 'POST',
    path: '/gallery',
    access: 'admin',
    changes: ['gallery'],
    rate: 'upload',
    summary: 'Adds a picture, which is kept in three sizes without metadata; without an `order` it is shown last',
    form: { file: { field: 'image', maxBytes: galleryLimits.bytes, required: missing, tooLarge: galleryErrors.tooLarge.message } },
    body: z.object({
      title: text({ max: galleryLimits.title, required: missing }),
      description: orEmpty(description),
      order: z.optional(order),
    }),
    reply: GalleryImage,
    status: 201,
    errors: { ...galleryErrors, notPicture: pictureErrors.notPicture },
  }),
  update: endpoint({
    method: 'PUT',
    path: '/gallery/:id',
    access: 'admin',
    changes: ['gallery'],
    summary: 'Changes what is said of a picture, its place, or whether it is shown; omitted fields stay unchanged',
    params: byId,
    body: z.object({
      title: z.optional(text({ max: galleryLimits.title, required: 'Title is required' })),
      description: orEmpty(description),
      order: z.optional(order),
      isActive: z.optional(z.boolean('Please choose yes or no')),
    }),
    reply: GalleryImage,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/gallery/:id',
    access: 'admin',
    changes: ['gallery'],
    summary: 'Deletes a picture',
    params: byId,
  }),
  reorder: endpoint({
    method: 'PUT',
    path: '/gallery/reorder/bulk',
    access: 'admin',
    changes: ['gallery'],
    summary: 'Gives pictures new places, counted from 0, and answers all of them in their order',
    body: z.object({ images }),
    reply: imageList,
    errors: { unknownImage: galleryErrors.unknownImage },
  }),
  image: endpoint({
    method: 'GET',
    path: '/gallery/:id/image/:sha256',
    access: 'anyone',
    shows: [],
    summary: 'One size of an active picture; one that is not shown opens by the signed URL that admins find in their list',
    params: z.object({ id: Id, sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
    query: dailyLinkQuery,
    stream: true,
  }),
}
