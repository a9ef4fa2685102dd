import { useEffect, useRef } from 'react'
import { Avatar } from '#web/ui/Avatar.tsx'
import { useWords } from '#web/words.ts'
import { chatPaneEn } from '../../conversations.pane.en.ts'
import type { ChatPerson } from '../../conversations.shapes.contract.ts'

export const optionId = (listId: string, index: number): string => `${listId}-${index}`

type ListProps = { id: string; people: readonly ChatPerson[]; index: number; onChoose: (person: ChatPerson) => void }

/** Members to choose from, above the text, which keeps the focus. */
export const MentionList = ({ id, people, index, onChoose }: ListProps) => {
  const list = useRef<HTMLDivElement>(null)
  // In braces: scrollIntoView returns a promise in newer browsers, which React would treat as a clean-up function.
  useEffect(() => {
    list.current?.children[index]?.scrollIntoView?.({ block: 'nearest' })
  }, [index])
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={useWords(chatPaneEn).composer.mentions}
      className="absolute inset-x-2 bottom-full z-30 mb-1 max-h-64 overflow-y-auto rounded-lg border border-line bg-surface p-1 shadow-lg md:right-auto md:w-80"
    >
      {people.map((person, place) => (
        <div
          key={person._id}
          id={optionId(id, place)}
          role="option"
          tabIndex={-1}
          aria-selected={place === index}
          // Keeps the focus in the text and, on a phone, the keyboard open.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(person)}
          onKeyDown={undefined}
          className={`flex min-h-11 cursor-pointer items-center gap-3 rounded px-2 py-1 hover:bg-hover ${place === index ? 'bg-hover' : ''}`}
        >
          <Avatar id={person._id} name={person.name} src={person.profilePicture} className="size-8" />
          <span dir="auto" className="min-w-0 wrap-anywhere">
            {person.name}
          </span>
        </div>
      ))}
    </div>
  )
}
