import { useFilterShifts } from '#system/customization/web/useFilterShifts.ts'
import { Button } from '#web/ui/Button.tsx'
import { FilterBar } from '#web/ui/FilterBar.tsx'
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
  const shifts = useFilterShifts(filter.slot)
  return (
    <FilterBar
      search={<SearchField label={words.search} value={text} onChange={setText} />}
      active={[filter.age, filter.slot, filter.notReminded || undefined].filter((one) => one !== undefined).length}
    >
      <SelectField
        label={words.age}
        value={filter.age ?? ''}
        onChange={(age) => set('age', age)}
        placeholder={words.anyAge}
        options={optionsOf(all.ages)}
        className="max-md:flex-1 max-md:basis-[8rem] md:flex-row! md:items-center md:gap-2!"
      />
      <SelectField
        label={words.slot}
        value={filter.slot ?? ''}
        onChange={(slot) => set('slot', slot)}
        placeholder={words.anySlot}
        options={shifts.map(({ key, name }) => ({ value: key, label: name }))}
        isLabelHidden
        className="max-md:flex-1 max-md:basis-[8rem]"
      />
      <SwitchField
        label={words.notReminded}
        value={filter.notReminded}
        onChange={(isOn) => set('rested', isOn ? 'true' : '')}
        className="max-md:basis-full"
      />
      <Button variant="quiet" onPress={clear} isDisabled={!isFiltered}>
        {words.clear}
      </Button>
    </FilterBar>
  )
}
