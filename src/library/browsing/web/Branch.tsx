import { ChevronDown, ChevronRight, Folder, FolderOpen, Inbox } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Highlighted } from '#web/ui/Highlighted.tsx'
import { useWords } from '#web/words.ts'
import { browsingEn } from '../browsing.en.ts'

type Props = {
  name: string
  /** The category's own picture, if it has one. */
  image?: string | null
  /** Number of documents here and below; undefined while unknown. */
  count?: number | undefined
  query: string
  isOpen: boolean
  onToggle: () => void
  isUncategorized?: boolean
  /** Called when the branch is rendered. */
  onShown?: ((branch: HTMLElement | null) => void) | undefined
  children: ReactNode
}

type SignProps = Pick<Props, 'image' | 'isOpen' | 'isUncategorized'>

/** The category's picture or a folder, at the same place and size. */
const Sign = ({ image, isOpen, isUncategorized }: SignProps) => {
  const [isBroken, setBroken] = useState(false)
  const Icon = isUncategorized ? Inbox : isOpen ? FolderOpen : Folder
  return (
    <span aria-hidden="true" className="flex size-8 shrink-0 items-center justify-center text-primary-text">
      {image && !isBroken ? (
        <img
          src={image}
          alt=""
          width={32}
          height={32}
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setBroken(true)}
          className="size-full rounded object-cover"
        />
      ) : (
        <Icon className="size-5" />
      )}
    </span>
  )
}

/** A category that can be expanded. Its content is rendered only while it is open. */
export const Branch = ({ name, image, count, query, isOpen, onToggle, isUncategorized = false, onShown, children }: Props) => {
  const words = useWords(browsingEn)
  const id = useId()
  // Two icons instead of one that is rotated: a thousand transforms would have to be composited at every scroll step.
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <li ref={onShown} className={onShown && 'scroll-my-24'}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
        className="flex min-h-11 w-full cursor-pointer flex-wrap items-center gap-x-2 gap-y-1 rounded-lg px-2 py-1.5 text-left hover:bg-hover"
      >
        <Chevron aria-hidden="true" className="size-5 shrink-0 text-muted" />
        <Sign {...{ image, isOpen, isUncategorized }} />
        <span dir="auto" className="min-w-0 flex-1 basis-[7rem] text-left font-medium wrap-anywhere">
          <Highlighted text={name} query={query} />
        </span>
        {count !== undefined && (
          <span className="ml-auto shrink-0 rounded-full bg-tint px-2 py-0.5 text-muted text-xs tabular-nums">
            <span aria-hidden="true" className="md:hidden">
              {words.documentFigure(count)}
            </span>
            <span className="max-md:sr-only">{words.documentCount(count)}</span>
          </span>
        )}
      </button>
      {isOpen && (
        <div id={id} className="ml-4.5 border-line border-l pb-1 pl-3 max-md:ml-2 max-md:pl-1">
          {children}
        </div>
      )}
    </li>
  )
}

/** Shown in a branch without content. */
export const EmptyBranch = () => <p className="px-2 py-2 text-muted text-sm">{useWords(browsingEn).branchEmpty}</p>
