import type { GalleryImage } from '#hall/gallery/gallery.contract.ts'
import { picture } from './pictures.ts'

type Answer = { status: number; body: unknown }
type Person = { post: (path: string, body?: unknown) => Promise<Answer> }

/** The form of an upload, as the page sends it: the fields, then the file. */
export const imageForm = (fields: Record<string, string>, image?: Buffer): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (image) form.append('image', new File([new Uint8Array(image)], 'photo.png', { type: 'image/png' }))
  return form
}

/** A picture of the gallery that `admin` uploads. */
export const givenImage = async (admin: Person, title: string, fields: Record<string, string> = {}): Promise<GalleryImage> => {
  const { status, body } = await admin.post('/gallery', imageForm({ title, ...fields }, await picture({ width: 30 + title.length })))
  if (status !== 201) throw new Error(`Expected 201, not ${status}: ${JSON.stringify(body)}`)
  return body as GalleryImage
}
