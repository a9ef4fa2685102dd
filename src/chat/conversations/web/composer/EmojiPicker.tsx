import { type KeyboardEvent, useState } from 'react'
import { Dialog } from '#web/ui/Dialog.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { useWords } from '#web/words.ts'
import { chatPaneEn } from '../../conversations.pane.en.ts'
import { type Emoji, emojiGroups, findEmoji } from './emoji.ts'
import { quickEmoji } from './quickEmoji.ts'

export type EmojiPickerProps = { onPick: (emoji: string) => void; onClose: () => void }

const nameOf = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** Moves between emoji with the arrow keys, also across groups; up and down stay in the column. */
const onArrows = (event: KeyboardEvent<HTMLElement>): void => {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('[data-emoji]')]
  const at = buttons.indexOf(event.target as HTMLButtonElement)
  const here = buttons[at]?.getBoundingClientRect()
  if (!here) return
  const below = (button: HTMLElement, by: 1 | -1) => {
    const { top, left } = button.getBoundingClientRect()
    return (top - here.top) * by > 1 && Math.abs(left - here.left) < here.width / 2
  }
  const targets: Record<string, HTMLButtonElement | undefined> = {
    ArrowRight: buttons[at + 1],
    ArrowLeft: buttons[at - 1],
    ArrowDown: buttons.slice(at + 1).find((button) => below(button, 1)),
    ArrowUp: buttons.slice(0, at).findLast((button) => below(button, -1)),
    Home: buttons[0],
    End: buttons.at(-1),
  }
  if (!(event.key in targets)) return
  event.preventDefault()
  targets[event.key]?.focus()
}

type GridProps = { label: string; all: readonly Emoji[]; isFirst: boolean; onPick: (emoji: string) => void }

const Grid = ({ label, all, isFirst, onPick }: GridProps) => (
  <section aria-label={label}>
    <h3 className="px-1 pt-2 pb-1 font-medium text-muted text-sm">{label}</h3>
    <div className="flex flex-wrap">
      {all.map(({ emoji, words }, place) => (
        <button
          key={emoji}
          type="button"
          data-emoji=""
          aria-label={nameOf(words)}
          title={nameOf(words)}
          tabIndex={isFirst && place === 0 ? 0 : -1}
          onClick={() => onPick(emoji)}
          className="size-10 cursor-pointer rounded-lg text-xl hover:bg-hover max-md:size-11"
        >
          {emoji}
        </button>
      ))}
    </div>
  </section>
)

const quick = (): Emoji[] => quickEmoji.map((emoji) => findEmoji('').find((each) => each.emoji === emoji) ?? { emoji, words: emoji })

/** Common emoji by groups, and a search over their words. */
export const EmojiPicker = ({ onPick, onClose }: EmojiPickerProps) => {
  const words = useWords(chatPaneEn).emoji
  const [text, setText] = useState('')
  const found = text.trim() === '' ? undefined : findEmoji(text)
  const groups = found
    ? [{ label: words.search, all: found }]
    : [{ label: words.often, all: quick() }, ...emojiGroups.map(({ group, all }) => ({ label: words.groups[group], all }))]
  const pick = (emoji: string) => {
    onPick(emoji)
    onClose()
  }
  return (
    <Dialog title={words.title} size="small" isOpen onClose={onClose}>
      <SearchField isMinor label={words.search} value={text} onChange={setText} className="mt-1" />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons within are pressed; the arrow keys go between them. */}
      <div className="mt-2 h-72 overflow-y-auto" onKeyDown={onArrows}>
        {found?.length === 0 && <p className="py-4 text-muted">{words.nothing}</p>}
        {groups.map(
          ({ label, all }, place) => all.length > 0 && <Grid key={label} label={label} all={all} isFirst={place === 0} onPick={pick} />,
        )}
      </div>
    </Dialog>
  )
}
