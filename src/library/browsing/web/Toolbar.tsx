import { ChevronsDownUp, ChevronsUpDown, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useWords } from '#web/words.ts'
import { browsingEn } from '../browsing.en.ts'

type Props = {
  /** The number of documents, or of matches. */
  text: string
  /** Shown beside the buttons. */
  children?: ReactNode
  /** For lists with branches. */
  branches?: { collapseAll: () => void; expandAll: () => void } | undefined
  /** While searching, the tools are behind a button, so that the results come first. */
  isSearching: boolean
}

// On a phone the buttons have the minimum touch size, so that the first rows fit on the screen.
const small = 'max-md:gap-1 max-md:border-transparent max-md:bg-transparent max-md:px-2 max-md:text-sm max-md:[&_svg]:size-4'

const Tools = ({ branches, children }: Pick<Props, 'branches' | 'children'>) => {
  const words = useWords(browsingEn)
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

/** The count, and the buttons that expand and collapse everything. */
export const Toolbar = ({ text, branches, isSearching, children }: Props) => {
  const words = useWords(browsingEn)
  const [unfolded, setUnfolded] = useState(false)
  const isUnfolded = isSearching && unfolded
  if (unfolded && !isSearching) setUnfolded(false)
  return (
    // Reserves the height of two lines of text, so that the content below does not move.
    <div
      className={`flex flex-wrap items-center justify-between gap-2 max-md:-mt-0.5 max-md:-mb-2 max-md:gap-y-0 ${isSearching ? 'max-md:min-h-12' : ''}`}
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
