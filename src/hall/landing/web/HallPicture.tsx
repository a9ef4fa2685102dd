import type { PublicImage } from '#hall/gallery/gallery.contract.ts'
import { drawnRoom, Evening } from './DrawnRoom.tsx'
import { srcSetOf } from './slides.ts'

/**
 * The first picture of the gallery, or a drawn room. It is lazy, because browsers start such a picture after the style sheet, with which it
 * would compete on a slow connection.
 */
export const HallPicture = ({ image }: { image: PublicImage | undefined }) => (
  <Evening isDrawn={!image} className="rounded-lg">
    <img
      src={image?.imageUrl ?? drawnRoom}
      srcSet={srcSetOf(image?.sizes ?? [])}
      sizes="(min-width: 1200px) 1168px, 100vw"
      alt={image?.title ?? ''}
      width={image?.width ?? 1_600}
      height={image?.height ?? 800}
      loading="lazy"
      decoding="async"
      className="aspect-[21/9] w-full bg-hover object-cover"
    />
  </Evening>
)
