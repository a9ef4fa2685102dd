import { ChevronDown, ChevronsUp, Equal } from 'lucide-react'
import { Badge } from '#web/ui/Badge.tsx'
import { useWords } from '#web/words.ts'
import { noticesEn } from '../notices.en.ts'
import { priorityOf, priorityTones } from './priority.ts'

const icons = { high: ChevronsUp, medium: Equal, low: ChevronDown }

type Props = {
  priority: number
  /** Where nothing around it says what the word is about. */
  isLong?: boolean
  /** Where what is around it has the colour already. */
  isPlain?: boolean
}

/** How urgent a notice is, in a word. */
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
