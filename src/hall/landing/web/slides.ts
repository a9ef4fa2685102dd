import type { PublicImage } from '#hall/gallery/gallery.contract.ts'
import { useWords } from '#web/words.ts'
import { landingEn } from '../landing.en.ts'

/** One picture of the carousel. */
export type Slide = Pick<PublicImage, 'imageUrl' | 'title' | 'description' | 'width' | 'height'> & {
  key: string
  sizes: readonly { url: string; width: number }[]
  placeholder?: string
}

const drawn = ['hall', 'shelves', 'cabins', 'corner', 'entrance'] as const

/** Returns the pictures of the gallery, or five built-in drawings if there are none. */
export const useSlides = (images: readonly PublicImage[]): readonly Slide[] => {
  const words = useWords(landingEn).slides
  if (images.length > 0) return images.map((image) => ({ key: image._id, ...image }))
  return drawn.map((name) => ({ key: name, imageUrl: `/slides/${name}.svg`, sizes: [], width: 1_600, height: 800, ...words[name] }))
}

export const srcSetOf = (sizes: Slide['sizes']): string | undefined =>
  sizes.length > 0 ? sizes.map(({ url, width }) => `${url} ${width}w`).join(', ') : undefined
