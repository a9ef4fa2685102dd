import { Eye, EyeOff, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Badge } from '#web/ui/Badge.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useWords } from '#web/words.ts'
import type { GalleryImage } from '../gallery.contract.ts'
import { galleryEn } from '../gallery.en.ts'
import { EditImageForm } from './EditImageForm.tsx'

export type ImageActions = { toggle: (image: GalleryImage) => void; remove: (image: GalleryImage) => void }
type Props = { image: GalleryImage; moveButtons: ReactNode; actions: ImageActions }

const Thumbnail = ({ image: { sizes, imageUrl, isActive } }: Pick<Props, 'image'>) => (
  <img
    src={sizes[0]?.url ?? imageUrl}
    alt=""
    width={128}
    height={72}
    loading="lazy"
    decoding="async"
    className={`aspect-video w-32 shrink-0 rounded-lg bg-hover object-cover ${isActive ? '' : 'opacity-50 grayscale'}`}
  />
)

const About = ({ image: { title, description, isActive, order, uploadedBy } }: Pick<Props, 'image'>) => {
  const words = useWords(galleryEn).list
  return (
    <div className="min-w-0 grow-[999] basis-[12rem]">
      <p dir="auto" className="text-left font-medium wrap-anywhere">
        {title}
      </p>
      {description && (
        <p dir="auto" className="line-clamp-3 whitespace-pre-line text-left text-muted text-sm wrap-anywhere">
          {description}
        </p>
      )}
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
        <Badge tone={isActive ? 'success' : 'neutral'}>{isActive ? words.active : words.inactive}</Badge>
        <span className="tabular-nums">{words.order(order)}</span>
        <span className="min-w-0 wrap-anywhere">{words.uploadedBy(uploadedBy?.name ?? words.unknown)}</span>
      </p>
    </div>
  )
}

/** One picture with its actions. */
export const ImageRow = ({ image, moveButtons, actions }: Props) => {
  const words = useWords(galleryEn).list
  const [isEditing, setEditing] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)
  const { title, isActive } = image
  const close = () => {
    setEditing(false)
    // The button is rendered again in the next frame, and keyboard users continue from it.
    requestAnimationFrame(() => editButton.current?.focus())
  }
  if (isEditing) return <EditImageForm image={image} onClose={close} />
  return (
    <div className="flex flex-wrap items-start justify-end gap-x-4 gap-y-1">
      <div className="flex min-w-0 grow-[999] basis-[18rem] flex-wrap items-start gap-x-4 gap-y-2 py-1">
        <Thumbnail image={image} />
        <About image={image} />
      </div>
      <div className="flex flex-wrap justify-end">
        {moveButtons}
        <IconButton label={isActive ? words.deactivate(title) : words.activate(title)} onPress={() => actions.toggle(image)}>
          {isActive ? <Eye /> : <EyeOff />}
        </IconButton>
        <IconButton ref={editButton} label={words.edit(title)} onPress={() => setEditing(true)}>
          <Pencil />
        </IconButton>
        <IconButton label={words.remove(title)} tone="danger" onPress={() => actions.remove(image)}>
          <Trash2 />
        </IconButton>
      </div>
    </div>
  )
}
