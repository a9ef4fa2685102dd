import type { ChangeEvent } from 'react'
import { useWords } from '#web/words.ts'
import type { Document } from '../documents.contract.ts'
import { documentsEn } from '../documents.en.ts'
import { goToSelectionBar } from './SelectionBar.tsx'
import { type Selection, useChosen, useIsChosen } from './useSelection.ts'

type Props = {
  document: Document
  /** The list that it stands in. */
  among: readonly Document[]
  selection: Selection
  className?: string
}

/** The bar stands at the end of what may be hundreds of rows: a keyboard jumps there from any that is ticked. */
const ToActions = ({ selection }: { selection: Selection }) => {
  const words = useWords(documentsEn).selection
  return (
    <button
      type="button"
      onClick={goToSelectionBar}
      className="sr-only rounded bg-surface px-3 py-2 focus-visible:not-sr-only focus-visible:absolute focus-visible:top-1 focus-visible:left-12 focus-visible:z-10"
    >
      {words.toActions(useChosen(selection).length)}
    </button>
  )
}

/** Ticks the document; with Shift, all from the one ticked before. */
export const Tick = ({ document, among, selection, className = '-mx-1' }: Props) => {
  const words = useWords(documentsEn).selection
  const isOn = useIsChosen(selection, document._id)
  const onChange = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) =>
    selection.choose(document, target.checked, 'shiftKey' in nativeEvent && nativeEvent.shiftKey ? among : undefined)
  return (
    <>
      <label className={`flex size-10 shrink-0 cursor-pointer items-center justify-center rounded-lg max-md:size-11 ${className}`}>
        <input
          type="checkbox"
          aria-label={words.one(document.title)}
          checked={isOn}
          onChange={onChange}
          className="size-5 cursor-pointer accent-primary-fill"
        />
      </label>
      {isOn && <ToActions selection={selection} />}
    </>
  )
}
