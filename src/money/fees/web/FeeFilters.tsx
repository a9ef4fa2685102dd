import { Button } from '#web/ui/Button.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { useWords } from '#web/words.ts'
import { feesEn } from '../fees.en.ts'
import { StudentField } from './StudentField.tsx'
import type { FeeFiltering } from './useFeeFilter.ts'

/** Filters of the fee records. */
export const FeeFilters = ({ filtering: { filter, text, setText, set, isFiltered, clear } }: { filtering: FeeFiltering }) => {
  const words = useWords(feesEn).filters
  const { all, ...statuses } = words.statuses
  return (
    <div className="flex flex-wrap items-end gap-4">
      <SearchField label={words.search} placeholder={words.searchPlaceholder} value={text} onChange={setText} className="grow-[999]" />
      <div className="flex flex-wrap items-end gap-4 max-md:grow">
        <SelectField
          label={words.status}
          value={filter.status ?? ''}
          onChange={(status) => set('status', status)}
          placeholder={all}
          options={Object.entries(statuses).map(([value, label]) => ({ value, label }))}
          className="min-w-[8rem] flex-1 basis-[8rem] md:min-w-44"
        />
        <StudentField
          label={words.student}
          value={filter.student ?? ''}
          onChange={(student) => set('student', student)}
          everybody={words.allStudents}
          className="min-w-[8rem] flex-1 basis-[12rem] md:w-60"
        />
        <Button onPress={clear} isDisabled={!isFiltered}>
          {words.clear}
        </Button>
      </div>
    </div>
  )
}
