import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useIsNarrow } from '../shell/useIsNarrow.ts'
import { useWords } from '../words.ts'
import { Button } from './Button.tsx'
import { toolsEn } from './tools.en.ts'

type Props = {
  search?: ReactNode
  /** The number of filters that are set. */
  active: number
  /** At the start of the row, or on a phone in a row of its own. */
  start?: ReactNode
  /** At the end of the row, or on a phone in a row of its own. */
  end?: ReactNode
  children: ReactNode
}

/** Search and filters in one row. A phone shows the filters on a press. */
export const FilterBar = ({ search, active, start, end, children }: Props) => {
  const isNarrow = useIsNarrow()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex w-full flex-wrap items-center gap-x-3 gap-y-2">
      {start && <div className="max-md:order-last max-md:w-full">{start}</div>}
      {(search || isNarrow) && (
        <div className={`flex min-w-0 gap-2 ${search ? 'grow-[999] basis-[8rem]' : ''}`}>
          {search}
          {isNarrow && <FiltersButton active={active} isOpen={isOpen} onPress={() => setOpen(!isOpen)} />}
        </div>
      )}
      {(!isNarrow || isOpen) && (
        <div className={`flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2 max-md:w-full ${search ? '' : 'grow'}`}>{children}</div>
      )}
      {end}
    </div>
  )
}

const FiltersButton = ({ active, isOpen, onPress }: { active: number; isOpen: boolean; onPress: () => void }) => {
  const words = useWords(toolsEn).filters
  return (
    <Button
      icon={<SlidersHorizontal />}
      aria-label={active > 0 ? words.active(active) : words.label}
      aria-expanded={isOpen}
      onPress={onPress}
      className="px-3!"
    >
      {active > 0 && active}
    </Button>
  )
}
