import { useEffect, useState } from 'react'
import { useStore } from '#web/api/store.ts'
import { toast } from '#web/ui/toast.ts'
import { useWords } from '#web/words.ts'
import { type MarkColor, marksLimits } from '../marks.contract.ts'
import { marksEn } from '../marks.en.ts'
import { spanOf } from './anchor.ts'
import { markAt } from './boxes.ts'
import type { DocumentMarks, ShownMark } from './documentMarks.ts'
import type { LaidPages } from './laidPages.ts'
import { MarkBar } from './MarkBar.tsx'
import { PageMarks } from './PageMarks.tsx'
import { useDelete } from './useDelete.ts'
import { useRefetched } from './useRefetched.ts'
import { useSelected } from './useSelected.ts'

export type MarksInReaderProps = {
  marks: DocumentMarks
  pages: LaidPages
  scroller: HTMLElement | null
  /** Shows the panel with the list of marks. */
  showPanel: () => void
}

type BarsProps = Omit<MarksInReaderProps, 'scroller'>

/** The bar for selected text. */
const SelectionBar = ({ marks, pages, showPanel }: BarsProps) => {
  const words = useWords(marksEn).selection
  const { selected, hold, drop } = useSelected(pages)
  const [first] = selected
  const laid = first && pages.get().get(first.page)
  if (!laid) return null
  const save = (color: MarkColor): string | undefined => {
    const isTooLong = selected.some(({ quote }) => [...quote].length > marksLimits.quote)
    if (isTooLong) toast.error(words.tooLong(marksLimits.quote), { of: 'highlight', forMs: 6_000 })
    else toast.settled('highlight')
    const ids = isTooLong ? [] : selected.map((text) => marks.save({ kind: 'highlight', ...text, color, note: '' }))
    drop()
    return ids[0]
  }
  const onNote = () => {
    const id = save('yellow')
    if (id === undefined) return
    marks.edited.set(id)
    showPanel()
  }
  return (
    <MarkBar
      {...{ laid, onNote }}
      span={first}
      color={undefined}
      hint={words.hint(first.quote.slice(0, 100))}
      onColor={save}
      onDelete={undefined}
      onClose={drop}
      onPointerDown={hold}
    />
  )
}

/** Returns the highlight that was pressed last, and a function that forgets it. */
const usePressed = (scroller: HTMLElement | null, pages: LaidPages) => {
  const [pressed, setPressed] = useState<string>()
  useEffect(() => {
    const press = ({ target, clientX, clientY }: MouseEvent) => {
      if (target instanceof Element && target.closest('[role="toolbar"]')) return
      const sheets = [...pages.get().values()].map(({ sheet }) => sheet)
      const sheet = sheets.find((each) => target instanceof Node && each.contains(target))
      const isSelecting = getSelection()?.isCollapsed === false
      setPressed(sheet && !isSelecting ? markAt(sheet, clientX, clientY) : undefined)
    }
    scroller?.addEventListener('click', press)
    return () => scroller?.removeEventListener('click', press)
  }, [scroller, pages])
  return [pressed, () => setPressed(undefined)] as const
}

/** The bar for a highlight that was pressed. */
const PressedBar = ({ marks, pages, showPanel, mark, close }: BarsProps & { mark: ShownMark; close: () => void }) => {
  const onDelete = useDelete(marks)
  const { sent, id } = mark
  const laid = pages.get().get(sent.page)
  if (!laid || sent.kind !== 'highlight') return null
  const span = spanOf(laid.text, sent)
  if (!span) return null
  const then = (act: () => void) => () => {
    act()
    close()
  }
  return (
    <MarkBar
      {...{ laid, span }}
      color={sent.color}
      onColor={(color) => then(() => marks.save({ ...sent, color }, id))()}
      onNote={then(() => {
        marks.edited.set(id)
        showPanel()
      })}
      onDelete={then(() => onDelete(mark))}
      onClose={close}
      onPointerDown={() => undefined}
    />
  )
}

/** The marks of a document on its pages, and how they are made and changed there. */
export const MarksInReader = ({ scroller, ...props }: MarksInReaderProps) => {
  const { marks, pages } = props
  useRefetched(marks)
  const all = useStore(marks.shown) ?? []
  const laid = useStore(pages)
  const [pressed, close] = usePressed(scroller, pages)
  const mark = all.find(({ id }) => id === pressed)
  return (
    <>
      {[...laid].map(([page, each]) => (
        <PageMarks key={page} {...{ marks, all, page }} laid={each} />
      ))}
      {mark ? <PressedBar {...props} {...{ mark, close }} /> : <SelectionBar {...props} />}
    </>
  )
}
