import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Document } from '#library/documents/documents.contract.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useWords } from '#web/words.ts'
import { browsingEn } from '../browsing.en.ts'
import { type Selection, useChosen } from './useSelection.ts'

const barId = 'selection-bar'
export const goToSelectionBar = (): void => document.getElementById(barId)?.focus()

type Props = {
  selection: Selection
  /** Renders the buttons for these documents. */
  children: (documents: Document[]) => ReactNode
}

/** Actions for all selected documents, at the bottom of the window while their list is shown. */
const Bar = ({ documents, selection, children }: Props & { documents: Document[] }) => {
  const words = useWords(browsingEn).selection
  return (
    <section
      id={barId}
      tabIndex={-1}
      aria-label={words.title}
      onKeyDown={({ key }) => key === 'Escape' && selection.clear()}
      className="rise sticky bottom-[calc(1rem+var(--bar,0px))] z-20 flex flex-wrap items-center gap-2 rounded-lg border border-line-strong bg-surface py-2 pr-2 pl-4 max-md:px-3 text-ink shadow-lg"
    >
      <span aria-hidden="true" className="min-w-0 grow-[999] basis-[6rem] font-medium tabular-nums">
        {words.count(documents.length)}
      </span>
      <IconButton label={words.clear} onPress={selection.clear} className="md:order-last">
        <X aria-hidden="true" />
      </IconButton>
      <div className="flex flex-wrap gap-2 max-md:grow max-md:[&>*]:flex-1">{children(documents)}</div>
    </section>
  )
}

/** Shown while anything is selected. The number is also announced to screen readers. */
export const SelectionBar = (props: Props) => {
  const words = useWords(browsingEn).selection
  const documents = useChosen(props.selection)
  const count = documents.length
  return (
    <>
      <p role="status" className="sr-only">
        {count > 0 && words.count(count)}
      </p>
      {count > 0 && <Bar {...props} documents={documents} />}
    </>
  )
}
