import { chipStyle } from '#web/ui/chipStyle.ts'
import { PlainButton } from '#web/ui/PlainButton.tsx'
import { useWords } from '#web/words.ts'
import { chatEn } from '../../conversations.en.ts'
import { type Filter, filters } from './useConversationRows.ts'

/** Chooses which conversations the list shows. */
export const FilterChips = ({ value, onChange }: { value: Filter; onChange: (filter: Filter) => void }) => {
  const words = useWords(chatEn).list
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{words.filterLabel}</legend>
      {filters.map((filter) => (
        <PlainButton key={filter} aria-pressed={value === filter} onPress={() => onChange(filter)} className={chipStyle}>
          {words.filters[filter]}
        </PlainButton>
      ))}
    </fieldset>
  )
}
