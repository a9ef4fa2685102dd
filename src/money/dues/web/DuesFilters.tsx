import { Button } from '#web/ui/Button.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { SwitchField } from '#web/ui/SwitchField.tsx'
import { useWords } from '#web/words.ts'
import { duesEn } from '../dues.en.ts'
import type { DuesFiltering } from './useDuesFilter.ts'

const optionsOf = (names: Readonly<Record<string, string>>) => Object.entries(names).map(([value, label]) => ({ value, label }))

/** Filters of the worklist. */
export const DuesFilters = ({ filtering: { filter, text, setText, set, isFiltered, clear } }: { filtering: DuesFiltering }) => {
  const all = useWords(duesEn)
  const words = all.filters
  return (
    <div className="flex flex-wrap items-end gap-4">
      <SearchField label={words.search} value={text} onChange={setText} className="grow-[999]" />
      <div className="flex flex-wrap items-end gap-4 max-md:grow">
        <SelectField
          label={words.age}
          value={filter.age ?? ''}
          onChange={(age) => set('age', age)}
          placeholder={words.anyAge}
          options={optionsOf(all.ages)}
          className="min-w-[8rem] flex-1 basis-[8rem] md:min-w-40"
        />
        <SelectField
          label={words.slot}
          value={filter.slot ?? ''}
          onChange={(slot) => set('slot', slot)}
          placeholder={words.anySlot}
          options={optionsOf(all.slots)}
          className="min-w-[8rem] flex-1 basis-[8rem] md:min-w-36"
        />
        <SwitchField
          label={words.notReminded}
          value={filter.notReminded}
          onChange={(isOn) => set('rested', isOn ? 'true' : '')}
          className="max-md:basis-full"
        />
        <Button onPress={clear} isDisabled={!isFiltered}>
          {words.clear}
        </Button>
      </div>
    </div>
  )
}
