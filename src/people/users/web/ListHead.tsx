import { X } from 'lucide-react'
import { roles } from '#contract/actor.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { shellEn } from '#web/shell/shell.en.ts'
import { useIsNarrow } from '#web/shell/useIsNarrow.ts'
import { FilterBar } from '#web/ui/FilterBar.tsx'
import { PlainButton } from '#web/ui/PlainButton.tsx'
import { ScrollRow } from '#web/ui/ScrollRow.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { useWords } from '#web/words.ts'
import { accountStatuses } from '../users.contract.ts'
import { usersEn } from '../users.en.ts'
import { useUserSlots } from './userSlots.ts'
import type { useUserFilter } from './useUserFilter.ts'

type Filtering = ReturnType<typeof useUserFilter>

/** The search with the filters and figures next to it. A phone opens the filters on a press and scrolls the figures sideways. */
export const ListHead = ({ filtering }: { filtering: Filtering }) => {
  const words = useWords(usersEn)
  const { filter } = filtering
  return (
    <FilterBar
      search={
        <SearchField label={words.search} placeholder={words.searchPlaceholder} value={filtering.text} onChange={filtering.setText} />
      }
      active={[filter.role, filter.status, filter.hasSeat].filter((one) => one !== undefined).length}
      end={<Figures filtering={filtering} />}
    >
      <Filters filtering={filtering} />
    </FilterBar>
  )
}

/** Its room is kept for the figures, which may arrive later. */
const Figures = ({ filtering: { figure, choose } }: { filtering: Filtering }) => {
  const { figures, cash } = useUserSlots()
  const isNarrow = useIsNarrow()
  if (!figures) return null
  const strip = <Embed screen={figures} chosen={figure} onChoose={choose} />
  if (!isNarrow) return <div className="min-h-10 min-w-0 print:min-h-0">{strip}</div>
  return (
    <ScrollRow className="min-h-11 w-[calc(100%+2rem)] items-center gap-2">
      {strip}
      <Embed screen={cash} />
    </ScrollRow>
  )
}

const Filters = ({ filtering }: { filtering: Filtering }) => {
  const words = useWords(usersEn)
  const names = useWords(shellEn).roles
  const { filter, set, figure } = filtering
  const isShownAbove = useUserSlots().figures !== undefined && figure !== undefined
  return (
    <>
      {filter.hasSeat && !isShownAbove && <Chip label={words.hasSeat[filter.hasSeat]} onRemove={() => set('hasSeat', '')} />}
      <SelectField
        label={words.roleFilter}
        isLabelHidden
        value={filter.role ?? ''}
        onChange={(value) => set('role', value)}
        placeholder={words.allRoles}
        options={roles.map((role) => ({ value: role, label: names[role] }))}
        className="max-md:grow max-md:basis-[8rem] md:w-32"
      />
      <SelectField
        label={words.statusFilter}
        isLabelHidden
        value={filter.status ?? ''}
        onChange={(value) => set('status', value)}
        placeholder={words.allStatuses}
        options={accountStatuses.map((status) => ({ value: status, label: words.statuses[status] }))}
        // The full text of a choice may be long.
        className={`max-md:grow ${filter.status ? 'max-md:basis-[15rem] md:w-60' : 'max-md:basis-[8rem] md:w-38'}`}
      />
    </>
  )
}

/** A filter set by a link; a press removes it. */
const Chip = ({ label, onRemove }: { label: string; onRemove: () => void }) => (
  <PlainButton
    aria-label={useWords(usersEn).removeFilter(label)}
    onPress={onRemove}
    className="inline-flex min-h-10 cursor-pointer items-center gap-2 rounded-full bg-primary-soft px-4 font-medium text-primary-text transition-colors duration-150 hover:bg-hover max-md:min-h-11"
  >
    {label}
    <X aria-hidden="true" className="size-4 shrink-0" />
  </PlainButton>
)
