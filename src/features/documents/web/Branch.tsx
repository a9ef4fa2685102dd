import { ChevronRight, Folder, FolderOpen, Inbox } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useWords } from '#web/words.ts'
import { documentsEn } from '../documents.en.ts'
import { Highlighted } from './Highlighted.tsx'

type Props = {
  name: string
  /** Documents here and below; left out while it is not known. */
  count?: number | undefined
  query: string
  isOpen: boolean
  onToggle: () => void
  isUncategorized?: boolean
  children: ReactNode
}

/** A category that opens and closes. What is inside exists only while it is open. */
export const Branch = ({ name, count, query, isOpen, onToggle, isUncategorized = false, children }: Props) => {
  const words = useWords(documentsEn)
  const id = useId()
  const Icon = isUncategorized ? Inbox : isOpen ? FolderOpen : Folder
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
        className="flex min-h-11 w-full cursor-pointer flex-wrap items-center gap-x-2 gap-y-1 rounded-lg px-2 py-1.5 text-left hover:bg-hover"
      >
        <ChevronRight
          aria-hidden="true"
          className={`size-5 shrink-0 text-muted transition-transform duration-150 ${isOpen ? 'rotate-90' : ''}`}
        />
        <Icon aria-hidden="true" className="size-5 shrink-0 text-primary-text" />
        <span className="min-w-0 flex-1 basis-20 font-medium wrap-anywhere">
          <Highlighted text={name} query={query} />
        </span>
        {count !== undefined && (
          <span className="ml-auto shrink-0 rounded-full bg-hover px-2 py-0.5 text-muted text-xs tabular-nums">
            {words.documentCount(count)}
          </span>
        )}
      </button>
      {isOpen && (
        <div id={id} className="ml-4.5 border-line border-l pb-1 pl-3 max-md:ml-3 max-md:pl-1">
          {children}
        </div>
      )}
    </li>
  )
}
