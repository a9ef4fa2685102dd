import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button as DragButton } from 'react-aria-components/Button'
import { GridList, GridListItem } from 'react-aria-components/GridList'
import { DropIndicator, useDragAndDrop } from 'react-aria-components/useDragAndDrop'
import { webEn } from '../web.en.ts'
import { useWords } from '../words.ts'
import { Button } from './Button.tsx'
import { IconButton } from './IconButton.tsx'
import { moved } from './moved.ts'
import { toolsEn } from './tools.en.ts'

export type ReorderProps<T> = {
  items: readonly T[]
  /** The name of the list. */
  label: string
  idOf: (item: T) => string
  /** The name of an item, for announcements. */
  nameOf: (item: T) => string
  /** One row; `moveButtons` go beside the row's own buttons. */
  row: (item: T, moveButtons: ReactNode) => ReactNode
  /** All ids in their new order. The list stays unchanged until `items` have it too. */
  onReorder: (ids: string[]) => void
}

/** Rows that are drawn at first, and added at a press: every move draws all of them again. */
const rowsAtOnce = 50

/**
 * A list whose rows can be reordered: dragged by mouse, or by touch after a long press; from the keyboard with Enter on the handle,
 * arrows and Enter; and by the buttons "Move up" and "Move down". Every move is announced to screen readers.
 */
export const ReorderRows = <T,>({ items, label, idOf, nameOf, row, onReorder }: ReorderProps<T>) => {
  const { more } = useWords(webEn).ui
  const words = useWords(toolsEn).reorder
  const [shown, setShown] = useState(rowsAtOnce)
  const [told, setTold] = useState('')
  const ids = items.map(idOf)
  const nameOfId = (id: string): string => items.flatMap((item) => (idOf(item) === id ? nameOf(item) : []))[0] ?? ''
  const reorder = (id: string, target: string, side: 'before' | 'after') => {
    const next = moved(ids, id, target, side)
    if (next.every((each, index) => each === ids[index])) return
    setTold(words.moved(nameOfId(id), next.indexOf(id) + 1, next.length))
    onReorder(next)
  }
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': nameOfId(String(key)) })),
    getAllowedDropOperations: () => ['move'],
    onReorder: ({ keys, target }) => {
      const [id] = [...keys].map(String)
      if (id !== undefined && target.dropPosition !== 'on') reorder(id, String(target.key), target.dropPosition)
    },
    renderDropIndicator: (target) => (
      <DropIndicator target={target} className="-my-px h-0.5 rounded-full outline-none data-drop-target:bg-primary-fill" />
    ),
  })
  return (
    <>
      <GridList
        aria-label={label}
        dragAndDropHooks={dragAndDropHooks}
        // Rows have buttons and perhaps fields, which are reached by Tab and keep their arrow keys.
        keyboardNavigationBehavior="tab"
        className="outline-none"
      >
        {items.slice(0, shown).map((item, index) => (
          <Row key={idOf(item)} id={idOf(item)} name={nameOf(item)}>
            {row(
              item,
              <MoveButtons
                name={nameOf(item)}
                onUp={index > 0 ? () => reorder(idOf(item), ids[index - 1] ?? '', 'before') : undefined}
                onDown={index < ids.length - 1 ? () => reorder(idOf(item), ids[index + 1] ?? '', 'after') : undefined}
              />,
            )}
          </Row>
        ))}
      </GridList>
      {items.length > shown && (
        <Button onPress={() => setShown(shown + rowsAtOnce)} className="mt-4">
          {more}
        </Button>
      )}
      <p role="status" className="sr-only">
        {told}
      </p>
    </>
  )
}

const Row = ({ id, name, children }: { id: string; name: string; children: ReactNode }) => {
  const words = useWords(toolsEn).reorder
  return (
    <GridListItem
      id={id}
      textValue={name}
      className="flex items-start gap-1 border-line border-b py-2 -outline-offset-2 data-dragging:opacity-50"
    >
      <DragButton
        slot="drag"
        aria-label={words.drag(name)}
        className="off-paper inline-flex size-10 shrink-0 cursor-grab items-center justify-center rounded-lg text-muted hover:bg-hover hover:text-ink active:cursor-grabbing max-md:size-11 [&_svg]:size-5"
      >
        <GripVertical aria-hidden="true" />
      </DragButton>
      <div className="min-w-0 flex-1">{children}</div>
    </GridListItem>
  )
}

type MoveButtonsProps = { name: string; onUp: (() => void) | undefined; onDown: (() => void) | undefined }

/** At an end of the list a button does nothing but stays where it is, because it may have the focus. */
const MoveButtons = ({ name, onUp, onDown }: MoveButtonsProps) => {
  const words = useWords(toolsEn).reorder
  const look = 'aria-disabled:cursor-not-allowed aria-disabled:opacity-40'
  return (
    <>
      <IconButton label={words.up(name)} onPress={onUp} aria-disabled={!onUp} className={look}>
        <ArrowUp />
      </IconButton>
      <IconButton label={words.down(name)} onPress={onDown} aria-disabled={!onDown} className={look}>
        <ArrowDown />
      </IconButton>
    </>
  )
}
