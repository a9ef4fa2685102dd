import { ChevronsDownUp, ChevronsUpDown, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useWords } from '#web/words.ts'
import { documentsEn } from '../documents.en.ts'

type Props = {
  /** How many there are, or were found. */
  text: string
  /** Stands beside the buttons. */
  children?: ReactNode
  /** For what has branches. */
  branches?: { collapseAll: () => void; expandAll: () => void } | undefined
  /** The tools wait behind a button, so that what was found comes first. */
  isSearching: boolean
}

// On a phone they are as small as fingers allow, and the first rows stand above the fold.
const small = 'max-md:gap-1 max-md:border-transparent max-md:bg-transparent max-md:px-2 max-md:text-sm max-md:[&_svg]:size-4'

const Tools = ({ branches, children }: Pick<Props, 'branches' | 'children'>) => {
  const words = useWords(documentsEn)
  return (
    <div className="flex flex-wrap items-center gap-2 max-md:-ml-2 max-md:w-[calc(100%+0.5rem)] max-md:gap-x-1 max-md:gap-y-0">
      {branches && (
        <>
          <Button className={small} icon={<ChevronsDownUp />} onPress={branches.collapseAll}>
            {words.collapseAll}
          </Button>
          <Button className={small} icon={<ChevronsUpDown />} onPress={branches.expandAll}>
            {words.expandAll}
          </Button>
        </>
      )}
      {children}
    </div>
  )
}

/** The count, and what opens and closes everything. */
export const Toolbar = ({ text, branches, isSearching, children }: Props) => {
  const words = useWords(documentsEn)
  const [unfolded, setUnfolded] = useState(false)
  const isUnfolded = isSearching && unfolded
  if (unfolded && !isSearching) setUnfolded(false)
  return (
    // Two lines of text are higher than the button: what is below stays where it is.
    <div
      className={`flex flex-wrap items-center justify-between gap-2 max-md:-my-2 max-md:gap-y-0 ${isSearching ? 'max-md:min-h-12' : ''}`}
    >
      <p
        role="status"
        className={`grow-[999] basis-[10rem] text-muted tabular-nums wrap-anywhere ${isSearching ? '' : 'max-md:basis-full'}`}
      >
        {text}
      </p>
      {isSearching && (
        <IconButton label={words.listOptions} aria-expanded={isUnfolded} onPress={() => setUnfolded(!isUnfolded)}>
          <SlidersHorizontal />
        </IconButton>
      )}
      {(isUnfolded || !isSearching) && <Tools branches={branches}>{children}</Tools>}
    </div>
  )
}
