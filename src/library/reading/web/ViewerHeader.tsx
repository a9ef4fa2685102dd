import { X } from 'lucide-react'
import { type ReactNode, use } from 'react'
import type { Document } from '#library/documents/documents.contract.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { HeaderNotices } from '#web/shell/headerNotices.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useWords } from '#web/words.ts'
import { readingEn } from '../reading.en.ts'

/** Covers the whole window on a phone, and most of it on other screens. */
export const viewerOverlay = 'reader-overlay fixed inset-0 z-50 flex bg-overlay md:p-4 print:hidden'
export const viewerWindow =
  'reader-window mx-auto flex w-full max-w-[1400px] flex-col overflow-hidden bg-surface text-ink md:rounded-lg md:shadow-lg'

/** Renders another feature's part of the header for a document: the star, for people who have favourites. */
export type Star = (document: Document) => ReactNode

type Props = {
  /** The id of the heading, for `aria-labelledby`. */
  id?: string
  title: string | undefined
  /** The heading while there is no title. */
  state: string
  star?: ReactNode
  onClose: () => void
}

export const ViewerHeader = ({ id, title, state, star, onClose }: Props) => (
  <header className="reader-bar reader-bar-top flex shrink-0 items-center gap-2 border-line border-b bg-surface py-1 pr-1 pl-4">
    <h2 id={id} dir="auto" aria-label={title === undefined ? state : undefined} className="min-w-0 flex-1 truncate font-semibold">
      {title}
    </h2>
    <Embed screen={use(HeaderNotices)} />
    {star}
    <IconButton label={useWords(readingEn).close} onPress={onClose}>
      <X />
    </IconButton>
  </header>
)
