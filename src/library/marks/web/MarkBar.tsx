import { NotebookPen, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useWords } from '#web/words.ts'
import { type MarkColor, markColors } from '../marks.contract.ts'
import { marksEn } from '../marks.en.ts'
import { boxesOf } from './boxes.ts'
import type { LaidPage, TextSpan } from './laidPages.ts'

export type BarProps = {
  /** Where it is shown, below the last line of a text. */
  laid: LaidPage
  span: TextSpan
  /** The color of the highlight, if it is one and not a selection. */
  color: MarkColor | undefined
  /** Read to people who select by keys. */
  hint?: string
  onColor: (color: MarkColor) => void
  onNote: () => void
  onDelete: (() => void) | undefined
  onClose: () => void
  onPointerDown: () => void
}

/** Elements that handle Enter themselves. */
const handlesEnter = 'button, a, input, select, textarea'

/** Enter leads from the text to the bar, and Escape closes it and not the document. */
const useBarKeys = (onClose: () => void) => {
  const bar = useRef<HTMLDivElement>(null)
  const latest = useRef(onClose)
  latest.current = onClose
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const isElsewhere = event.target instanceof Element && event.target.closest(handlesEnter) && !bar.current?.contains(event.target)
      if (isElsewhere || (event.key !== 'Escape' && event.key !== 'Enter')) return
      if (event.key === 'Enter' && bar.current?.contains(document.activeElement)) return
      event.preventDefault()
      event.stopPropagation()
      if (event.key === 'Enter') return bar.current?.querySelector('button')?.focus()
      const section = bar.current?.closest('section')
      latest.current()
      section?.focus({ preventScroll: true })
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [])
  return bar
}

/** Arrow keys move between the buttons of a toolbar. */
const moveBetween = (event: KeyboardEvent<HTMLElement>): void => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  event.stopPropagation()
  if (step === undefined) return
  event.preventDefault()
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
  buttons[(at + step + buttons.length) % buttons.length]?.focus()
}

/** Colors, a note and, for a highlight, its deletion, below a text of the page. */
export const MarkBar = ({ laid, span, color, hint, onColor, onNote, onDelete, onClose, onPointerDown }: BarProps) => {
  const words = useWords(marksEn).selection
  const bar = useBarKeys(onClose)
  const range = laid.rangeOf(span)
  const box = range && boxesOf(range, laid.sheet).at(-1)
  if (!box) return null
  const middle = `${((box.left + box.width / 2) * 100).toFixed(2)}%`
  const width = onDelete ? '272px' : '228px'
  return createPortal(
    <>
      <div
        ref={bar}
        role="toolbar"
        aria-label={color ? words.edit : words.label}
        onKeyDown={moveBetween}
        onPointerDown={onPointerDown}
        // The selection must stay.
        onMouseDown={(event) => event.preventDefault()}
        className="absolute z-10 flex justify-between rounded-lg border border-line bg-surface px-1 text-ink shadow-lg"
        style={{
          width,
          left: `clamp(0px, calc(${middle} - ${width} / 2), calc(100% - ${width}))`,
          top: `calc(${((box.top + box.height) * 100).toFixed(2)}% + 8px)`,
        }}
      >
        {markColors.map((each) => (
          <IconButton
            key={each}
            label={words.colors[each]}
            aria-pressed={color && color === each}
            className="!size-11"
            onPress={() => onColor(each)}
          >
            <span
              className={`mark-color size-6 rounded-full border-2 ${color === each ? 'border-ink' : 'border-transparent'}`}
              data-color={each}
            />
          </IconButton>
        ))}
        <IconButton label={color ? words.editNote : words.note} className="!size-11" onPress={onNote}>
          <NotebookPen />
        </IconButton>
        {onDelete && (
          <IconButton label={words.delete} tone="danger" className="!size-11" onPress={onDelete}>
            <Trash2 />
          </IconButton>
        )}
      </div>
      {hint && (
        <p role="status" className="sr-only">
          {hint}
        </p>
      )}
    </>,
    laid.sheet,
  )
}
