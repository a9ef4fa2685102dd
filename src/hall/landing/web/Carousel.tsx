import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useWords } from '#web/words.ts'
import { landingEn } from '../landing.en.ts'
import { type Slide, srcSetOf } from './slides.ts'
import { useCarousel } from './useCarousel.ts'

/** More dots than this are not useful; the thumbnails and the counter are. */
const mostDots = 12

const Picture = ({ slide }: { slide: Slide }) => {
  const { imageUrl, sizes, title, description, width, height, placeholder } = slide
  return (
    <figure className="relative aspect-[2/1] overflow-hidden rounded-lg bg-hover max-md:aspect-[4/3]">
      {placeholder && (
        <img src={placeholder} alt="" aria-hidden="true" className="absolute inset-0 size-full scale-110 object-cover blur-xl" />
      )}
      <img
        key={imageUrl}
        src={imageUrl}
        srcSet={srcSetOf(sizes)}
        sizes="(min-width: 1200px) 1168px, 100vw"
        alt={title}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
        className="absolute inset-0 size-full object-cover"
      />
      <figcaption dir="auto" className="absolute inset-x-0 bottom-0 bg-surface/90 px-4 py-3 text-left">
        <p className="line-clamp-2 font-medium wrap-anywhere">{title}</p>
        {description && <p className="line-clamp-2 text-muted text-sm wrap-anywhere">{description}</p>}
      </figcaption>
    </figure>
  )
}

type PickerProps = { slides: readonly Slide[]; index: number; onPick: (index: number) => void }

const Dots = ({ slides, index, onPick }: PickerProps) => {
  const words = useWords(landingEn).gallery
  if (slides.length > mostDots) return null
  return (
    <ul aria-label={words.dots} className="flex flex-wrap justify-center">
      {slides.map(({ key }, at) => (
        <li key={key}>
          <button
            type="button"
            aria-label={words.goTo(at + 1)}
            aria-current={at === index}
            onClick={() => onPick(at)}
            className="group grid min-h-11 w-7 cursor-pointer place-items-center rounded-lg"
          >
            <span className="size-2.5 rounded-full border border-line-strong group-aria-[current=true]:border-primary-fill group-aria-[current=true]:bg-primary-fill" />
          </button>
        </li>
      ))}
    </ul>
  )
}

const Thumbnails = ({ slides, index, onPick }: PickerProps) => {
  const words = useWords(landingEn).gallery
  return (
    <ul aria-label={words.thumbnails} className="flex gap-2 overflow-x-auto p-1">
      {slides.map(({ key, title, imageUrl, sizes }, at) => (
        <li key={key} className="shrink-0">
          <button
            type="button"
            aria-label={words.show(title)}
            aria-current={at === index}
            onClick={() => onPick(at)}
            className="block cursor-pointer overflow-hidden rounded-lg border-2 border-transparent opacity-70 hover:opacity-100 aria-[current=true]:border-primary-fill aria-[current=true]:opacity-100"
          >
            <img
              src={sizes[0]?.url ?? imageUrl}
              alt=""
              width={96}
              height={64}
              loading="lazy"
              decoding="async"
              className="h-16 w-24 object-cover"
            />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Shows one picture at a time and advances automatically until it is paused. */
export const Carousel = ({ slides }: { slides: readonly Slide[] }) => {
  const words = useWords(landingEn).gallery
  const { index, isPlaying, goTo, next, previous, togglePlaying, holding, swiping } = useCarousel(slides.length)
  const slide = slides[index]
  if (!slide) return null
  const position = words.position(index + 1, slides.length)
  return (
    <section aria-roledescription={words.carousel} aria-label={words.label} {...holding} className="flex flex-col gap-3">
      {/* biome-ignore lint/a11y/useSemanticElements: a slide is a group of its own within the carousel. */}
      <div
        role="group"
        aria-roledescription={words.slide}
        aria-label={position}
        aria-live={isPlaying ? 'off' : 'polite'}
        {...swiping}
        className="touch-pan-y"
      >
        <Picture slide={slide} />
      </div>
      <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1">
        <IconButton label={words.previous} onPress={previous}>
          <ChevronLeft aria-hidden="true" />
        </IconButton>
        <span className="min-w-14 text-center text-muted tabular-nums">{position}</span>
        <IconButton label={words.next} onPress={next}>
          <ChevronRight aria-hidden="true" />
        </IconButton>
        <Button icon={isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />} onPress={togglePlaying}>
          {isPlaying ? words.pause : words.play}
        </Button>
        <Dots slides={slides} index={index} onPick={goTo} />
      </div>
      <Thumbnails slides={slides} index={index} onPick={goTo} />
    </section>
  )
}
