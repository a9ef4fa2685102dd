import { SlidersHorizontal, X } from 'lucide-react'
import { useState } from 'react'
import { roles } from '#contract/actor.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { shellEn } from '#web/shell/shell.en.ts'
import { useIsNarrow } from '#web/shell/useIsNarrow.ts'
import { Button } from '#web/ui/Button.tsx'
import { PlainButton } from '#web/ui/PlainButton.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { useWords } from '#web/words.ts'
import { AccountStatus } from '../users.contract.ts'
import { usersEn } from '../users.en.ts'
import { useUserSlots } from './userSlots.ts'
import type { useUserFilter } from './useUserFilter.ts'

type Filtering = ReturnType<typeof useUserFilter>

/** The search with the figures next to it, and below them the length of the list and its filters, which a phone opens on a press. */
export const ListHead = ({ filtering, total }: { filtering: Filtering; total: number | undefined }) => {
  const words = useWords(usersEn)
  const { figures } = useUserSlots()
  const isNarrow = useIsNarrow()
  const [isOpen, setOpen] = useState(false)
  const { figure, choose, isFiltered } = filtering
  return (
    <div className="-mb-3 flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="flex min-w-0 grow-[999] basis-[15rem] gap-2">
          <SearchField label={words.search} placeholder={words.searchPlaceholder} value={filtering.text} onChange={filtering.setText} />
          {isNarrow && <FiltersButton filtering={filtering} isOpen={isOpen} onPress={() => setOpen(!isOpen)} />}
        </div>
        {figures && (
          // As high as the figures, which may arrive later.
          <div className="min-h-10 min-w-0 basis-[41rem] max-md:min-h-11">
            <Embed screen={figures} chosen={figure} onChoose={choose} />
          </div>
        )}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="status" className="min-h-6 text-muted tabular-nums">
          {total !== undefined && total > 0 && (isFiltered ? words.found(total) : words.count(total))}
        </p>
        {(!isNarrow || isOpen) && <Filters filtering={filtering} />}
      </div>
    </div>
  )
}

type ButtonProps = { filtering: Filtering; isOpen: boolean; onPress: () => void }

const FiltersButton = ({ filtering: { filter }, isOpen, onPress }: ButtonProps) => {
  const words = useWords(usersEn)
  const active = [filter.role, filter.status, filter.hasSeat].filter((one) => one !== undefined).length
  return (
    <Button
      icon={<SlidersHorizontal />}
      aria-label={active > 0 ? words.filtersActive(active) : words.filters}
      aria-expanded={isOpen}
      onPress={onPress}
      className="px-3!"
    >
      {active > 0 && active}
    </Button>
  )
}

const Filters = ({ filtering }: { filtering: Filtering }) => {
  const words = useWords(usersEn)
  const names = useWords(shellEn).roles
  const { filter, set, figure } = filtering
  const isShownAbove = useUserSlots().figures !== undefined && figure !== undefined
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-md:w-full">
      {filter.hasSeat && !isShownAbove && <Chip label={words.hasSeat[filter.hasSeat]} onRemove={() => set('hasSeat', '')} />}
      <SelectField
        label={words.roleFilter}
        value={filter.role ?? ''}
        onChange={(value) => set('role', value)}
        placeholder={words.allRoles}
        options={roles.map((role) => ({ value: role, label: names[role] }))}
        className="max-md:grow max-md:basis-[8rem] md:flex-row! md:items-center md:gap-2!"
      />
      <SelectField
        label={words.statusFilter}
        value={filter.status ?? ''}
        onChange={(value) => set('status', value)}
        placeholder={words.allStatuses}
        options={AccountStatus.options.map((status) => ({ value: status, label: words.statuses[status] }))}
        // A phone shows the full text of a choice, which may be long.
        className={`max-md:grow md:flex-row! md:items-center md:gap-2! ${filter.status ? 'max-md:basis-[15rem]' : 'max-md:basis-[8rem]'}`}
      />
    </div>
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
