import type { ReactNode } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { FilterBar } from '#web/ui/FilterBar.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { useWords } from '#web/words.ts'
import { feesEn } from '../fees.en.ts'
import { StudentField } from './StudentField.tsx'
import type { FeeFiltering } from './useFeeFilter.ts'

const inline = 'md:flex-row! md:items-center md:gap-2!'

/** The title of the fee records, and their filters in the same row. */
export const FeeFilters = ({ title, filtering }: { title: ReactNode; filtering: FeeFiltering }) => {
  const words = useWords(feesEn).filters
  const { filter, text, setText, set, isFiltered, clear } = filtering
  const { all, ...statuses } = words.statuses
  return (
    <FilterBar
      start={title}
      search={<SearchField label={words.search} placeholder={words.searchPlaceholder} value={text} onChange={setText} />}
      active={[filter.status, filter.student].filter((one) => one !== undefined).length}
    >
      <SelectField
        label={words.status}
        value={filter.status ?? ''}
        onChange={(status) => set('status', status)}
        placeholder={all}
        options={Object.entries(statuses).map(([value, label]) => ({ value, label }))}
        className={`max-md:flex-1 max-md:basis-[8rem] ${inline}`}
      />
      <StudentField
        label={words.student}
        value={filter.student ?? ''}
        onChange={(student) => set('student', student)}
        everybody={words.allStudents}
        className={`max-md:flex-1 max-md:basis-[10rem] ${inline}`}
      />
      <Button variant="quiet" onPress={clear} isDisabled={!isFiltered}>
        {words.clear}
      </Button>
    </FilterBar>
  )
}
