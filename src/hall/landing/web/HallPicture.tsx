import type { PublicImage } from '#hall/gallery/gallery.contract.ts'
import { drawnRoom, Evening } from './DrawnRoom.tsx'
import { srcSetOf } from './slides.ts'

/** In a wide window the picture is lower than 21:9, so that the next part of the page is in view. */
export const pictureShape = 'aspect-[21/9] w-full md:max-h-[34svh]'

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
      // Desks are below the middle of a room.
      className={`bg-hover object-cover object-[50%_75%] ${pictureShape}`}
    />
  </Evening>
)
