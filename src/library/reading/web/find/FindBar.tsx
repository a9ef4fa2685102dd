import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useWords } from '#web/words.ts'
import { readingEn } from '../../reading.en.ts'
import type { Find } from './useFind.ts'

const useOutcome = ({ typed, found, ordinal }: Find): string => {
  const words = useWords(readingEn).find
  if (typed.trim() === '') return ''
  if (!found.done) return found.total > 0 ? words.soFar(found.total) : words.searching
  return found.total > 0 ? words.ordinal(ordinal, found.total) : words.nothing
}

/** Searches in the open document: Enter goes to the next match, Shift+Enter to the previous one, Escape closes the bar. */
export const FindBar = ({ find, onClose }: { find: Find; onClose: () => void }) => {
  const words = useWords(readingEn).find
  const input = useRef<HTMLInputElement>(null)
  const outcome = useOutcome(find)
  // biome-ignore lint/correctness/useExhaustiveDependencies: Ctrl+F focuses the field again
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [find.asked])
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys in the bar must not reach the document: Escape would close it, and arrows would scroll it.
    event.stopPropagation()
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' && event.target === input.current) find.step(event.shiftKey ? -1 : 1)
    else return
    event.preventDefault()
  }
  const { total, isWithoutText } = find.found
  const isEmpty = total === 0
  return (
    // biome-ignore lint/a11y/useSemanticElements: some browsers in use do not support the search element.
    <div
      role="search"
      aria-label={words.label}
      onKeyDown={onKeyDown}
      className="flex shrink-0 flex-wrap items-center gap-1 border-line border-b bg-surface px-2 py-1 max-md:gap-0 max-md:[&_button]:size-[44px] [&_svg]:size-[20px]"
    >
      <input
        ref={input}
        type="text"
        aria-label={words.label}
        placeholder={words.label}
        value={find.typed}
        maxLength={200}
        enterKeyHint="search"
        autoComplete="off"
        dir="auto"
        onChange={(event) => find.setTyped(event.target.value)}
        className="min-h-9 min-w-20 max-w-80 flex-1 rounded-lg border border-line-strong bg-surface px-3 placeholder:text-muted max-md:min-h-11"
      />
      <output aria-live="polite" className="min-w-24 px-2 text-muted text-sm tabular-nums max-md:min-w-16 max-md:max-w-23 max-md:px-1">
        {outcome}
      </output>
      <span className="flex">
        <IconButton label={words.previous} onPress={() => find.step(-1)} isDisabled={isEmpty}>
          <ChevronUp />
        </IconButton>
        <IconButton label={words.next} onPress={() => find.step(1)} isDisabled={isEmpty}>
          <ChevronDown />
        </IconButton>
        <IconButton label={words.close} onPress={onClose}>
          <X />
        </IconButton>
      </span>
      {isWithoutText && (
        <p role="note" className="basis-full px-2 pb-1 text-sm">
          {words.noText}
        </p>
      )}
    </div>
  )
}
