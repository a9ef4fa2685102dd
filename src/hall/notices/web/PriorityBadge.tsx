import { ChevronDown, ChevronsUp, Equal } from 'lucide-react'
import { Badge } from '#web/ui/Badge.tsx'
import { useWords } from '#web/words.ts'
import { noticesEn } from '../notices.en.ts'
import { priorityOf, priorityTones } from './priority.ts'

const icons = { high: ChevronsUp, medium: Equal, low: ChevronDown }

type Props = {
  priority: number
  /** Where the context does not say that this is a priority. */
  isLong?: boolean
  /** Where the surroundings already have its color. */
  isPlain?: boolean
}

/** The priority of a notice as a word. */
export const PriorityBadge = ({ priority, isLong = false, isPlain = false }: Props) => {
  const words = useWords(noticesEn)
  const level = priorityOf(priority)
  const Icon = icons[level]
  const word = words.priorities[level]
  return (
    <Badge tone={isPlain ? 'neutral' : priorityTones[level]}>
      <Icon aria-hidden="true" className="size-3.5" />
      {isLong ? words.priority(word) : word}
    </Badge>
  )
}
