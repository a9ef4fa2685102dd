import { Eye, EyeOff, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '#web/ui/Badge.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useWords } from '#web/words.ts'
import type { Thought } from '../thoughts.contract.ts'
import { thoughtsEn } from '../thoughts.en.ts'

const longName = 60

/** Returns the beginning of a thought as its accessible name. */
export const nameOf = ({ thought }: Thought): string => {
  if (thought.length <= longName) return thought
  const start = thought.slice(0, longName)
  return `${start.slice(0, Math.max(start.lastIndexOf(' '), longName / 2))}…`
}

export type RowActions = { toggle: (thought: Thought) => void; edit: (thought: Thought) => void; remove: (thought: Thought) => void }
type Props = { thought: Thought; isToday: boolean; moveButtons: ReactNode; actions: RowActions }

export const ThoughtRow = ({ thought, isToday, moveButtons, actions }: Props) => {
  const words = useWords(thoughtsEn)
  const name = nameOf(thought)
  const { isActive } = thought
  return (
    <div className="flex flex-wrap items-start justify-end gap-x-4 gap-y-1">
      <div className={`min-w-0 grow-[999] basis-[14rem] py-2 ${isActive ? '' : 'text-muted'}`}>
        <p dir="auto" className="whitespace-pre-line text-left wrap-anywhere">
          {thought.thought}
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
          <Badge tone={isActive ? 'success' : 'neutral'}>{isActive ? words.list.active : words.list.inactive}</Badge>
          {isToday && <Badge tone="primary">{words.today.badge}</Badge>}
          {thought.author && (
            <span dir="auto" className="min-w-0 wrap-anywhere">
              {words.today.by(thought.author)}
            </span>
          )}
        </p>
      </div>
      <div className="flex flex-wrap justify-end">
        {moveButtons}
        <IconButton label={isActive ? words.list.deactivate(name) : words.list.activate(name)} onPress={() => actions.toggle(thought)}>
          {isActive ? <Eye /> : <EyeOff />}
        </IconButton>
        <IconButton label={words.list.edit(name)} onPress={() => actions.edit(thought)}>
          <Pencil />
        </IconButton>
        <IconButton label={words.list.remove(name)} tone="danger" onPress={() => actions.remove(thought)}>
          <Trash2 />
        </IconButton>
      </div>
    </div>
  )
}
