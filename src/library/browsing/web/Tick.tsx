import type { ChangeEvent } from 'react'
import type { Document } from '#library/documents/documents.contract.ts'
import { useWords } from '#web/words.ts'
import { browsingEn } from '../browsing.en.ts'
import { goToSelectionBar } from './SelectionBar.tsx'
import { type Selection, useChosen, useIsChosen } from './useSelection.ts'

type Props = {
  document: Document
  /** The list that contains it. */
  among: readonly Document[]
  selection: Selection
  className?: string
}

/** Moves the keyboard focus from any selected row to the bar, which may be hundreds of rows further down. */
const ToActions = ({ selection }: { selection: Selection }) => {
  const words = useWords(browsingEn).selection
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

/** Selects the document; with Shift, all documents from the last one selected. */
export const Tick = ({ document, among, selection, className = '-mx-1' }: Props) => {
  const words = useWords(browsingEn).selection
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
