import { X } from 'lucide-react'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useWords } from '#web/words.ts'
import { readingEn } from '../reading.en.ts'

/** Over the whole window on a phone, over nearly all of it elsewhere. */
export const viewerOverlay = 'fixed inset-0 z-50 flex bg-overlay md:p-4 print:hidden'
export const viewerWindow = 'mx-auto flex w-full max-w-[1400px] flex-col overflow-hidden bg-surface text-ink md:rounded-lg md:shadow-lg'

type Props = {
  /** Of the heading, where something is named by it. */
  id?: string
  title: string | undefined
  /** What the viewer is named by while there is no title. */
  state: string
  onClose: () => void
}

export const ViewerHeader = ({ id, title, state, onClose }: Props) => (
  <header className="flex shrink-0 items-center gap-2 border-line border-b py-1 pr-1 pl-4">
    <h2 id={id} dir="auto" aria-label={title === undefined ? state : undefined} className="min-w-0 flex-1 truncate font-semibold">
      {title}
    </h2>
    <IconButton label={useWords(readingEn).close} onPress={onClose}>
      <X />
    </IconButton>
  </header>
)
