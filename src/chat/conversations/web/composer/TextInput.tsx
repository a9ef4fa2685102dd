import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useState } from 'react'
import { inputStyle } from '#web/ui/Field.tsx'
import { useWords } from '#web/words.ts'
import { chatPaneEn } from '../../conversations.pane.en.ts'
import type { ChatPerson, Conversation } from '../../conversations.shapes.contract.ts'
import { insertText } from './insertText.ts'
import { MentionList, optionId } from './MentionList.tsx'
import { type Mention, mentionAt } from './mentionAt.ts'
import type { ComposerState } from './useComposer.ts'
import { useMentions } from './useMentions.ts'

type InputProps = {
  conversation: Conversation
  composer: ComposerState
  field: RefObject<HTMLTextAreaElement | null>
  onSubmit: () => void
  onEditLast: () => void
}

/** Grows the field with its text, up to the maximum height of its style. */
const useGrowing = (field: RefObject<HTMLTextAreaElement | null>, text: string): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text decides the height.
  useLayoutEffect(() => {
    const area = field.current
    if (!area) return
    area.style.height = 'auto'
    area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`
  }, [field, text])
}

/** Suggests members while a name is typed after an @; the chosen one is inserted with their full name. */
const useNaming = ({ conversation, composer, field }: InputProps) => {
  const [typed, setTyped] = useState<Mention>()
  const onChoose = ({ _id, name }: ChatPerson) => {
    if (!typed) return
    const after = composer.text.slice(typed.start + 1 + typed.query.length).replace(/^ /, '')
    const before = `${composer.text.slice(0, typed.start)}@${name} `
    insertText({ field, setText: composer.setText, text: before + after, caret: before.length })
    composer.change({ mentions: [...composer.draft.mentions.filter((each) => each._id !== _id), { _id, name }] })
    setTyped(undefined)
    field.current?.focus()
  }
  const look = (text: string, caret: number) => setTyped(composer.editing ? undefined : mentionAt(text, caret))
  const mentions = useMentions({ conversation, typed, onChoose, onDismiss: () => setTyped(undefined) })
  return { ...mentions, look, onChoose, close: () => setTyped(undefined) }
}

/** Enter sends and Shift+Enter adds a line, except while an input method is composing. */
export const TextInput = (props: InputProps) => {
  const { conversation, composer, field, onSubmit, onEditLast } = props
  const words = useWords(chatPaneEn).composer
  const listId = useId()
  const naming = useNaming(props)
  useGrowing(field, composer.text)
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || naming.onKeyDown(event)) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      naming.close()
      onSubmit()
    } else if (event.key === 'Escape' && (composer.editing || composer.draft.replyTo)) {
      event.preventDefault()
      if (composer.editing) composer.setEditing(undefined)
      else composer.change({ replyTo: null })
    } else if (event.key === 'ArrowUp' && composer.text === '') onEditLast()
  }
  return (
    <div className="relative min-w-0 flex-1">
      {naming.isOpen && <MentionList id={listId} people={naming.people} index={naming.index} onChoose={naming.onChoose} />}
      <textarea
        ref={field}
        rows={1}
        dir="auto"
        value={composer.text}
        aria-label={words.label(conversation.name)}
        placeholder={words.placeholder}
        enterKeyHint="send"
        aria-autocomplete="list"
        aria-haspopup="listbox"
        {...(naming.isOpen && { 'aria-controls': listId, 'aria-activedescendant': optionId(listId, naming.index) })}
        onChange={({ target }) => {
          composer.setText(target.value)
          naming.look(target.value, target.selectionEnd)
        }}
        onKeyDown={onKeyDown}
        onBlur={naming.close}
        className={`${inputStyle} block max-h-40 resize-none overflow-y-auto`}
      />
    </div>
  )
}
