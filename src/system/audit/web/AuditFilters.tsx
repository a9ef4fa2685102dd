import { DateField } from '#web/ui/DateField.tsx'
import { FilterBar } from '#web/ui/FilterBar.tsx'
import { type Option, SelectField } from '#web/ui/SelectField.tsx'
import { useWords } from '#web/words.ts'
import { type AuditKind, actionsOf, auditKinds } from '../audit.actions.contract.ts'
import { type AuditEntry, programItself } from '../audit.contract.ts'
import { auditEn } from '../audit.en.ts'
import { useAuditPeople } from './audit.queries.ts'
import type { useAuditFilter } from './useAuditFilter.ts'

type Props = {
  filtering: ReturnType<typeof useAuditFilter> /** The entries shown, which may name people who no longer work here. */
  entries: readonly AuditEntry[]
}

const usePersonOptions = ({ filtering: { filter }, entries }: Props): Option[] => {
  const words = useWords(auditEn)
  const people = useAuditPeople().data?.items ?? []
  const options = [...people.map(({ _id, name }) => ({ value: _id, label: name })), { value: programItself, label: words.program }]
  if (!filter.actor || options.some(({ value }) => value === filter.actor)) return options
  const name = entries.find(({ actorId }) => actorId === filter.actor)?.actorName
  return [...options, { value: filter.actor, label: name ?? filter.actor }]
}

const useKindOptions = (): Option[] => {
  const words = useWords(auditEn)
  return (Object.keys(auditKinds) as AuditKind[]).flatMap((kind) => [
    { value: kind, label: words.filters.allOf(words.kinds[kind]) },
    ...actionsOf(kind).map((action) => ({ value: action, label: words.actions[action], level: 1 })),
  ])
}

export const AuditFilters = (props: Props) => {
  const words = useWords(auditEn).filters
  const { filter, set } = props.filtering
  const field = 'max-md:flex-1 max-md:basis-[9rem] md:max-w-60'
  const inline = `${field} md:flex-row! md:items-center md:gap-2!`
  return (
    <FilterBar active={[filter.actor, filter.kind, filter.from, filter.to].filter(Boolean).length}>
      <SelectField
        label={words.person}
        value={filter.actor ?? ''}
        onChange={(value) => set('actor', value)}
        isLabelHidden
        placeholder={words.everybody}
        options={usePersonOptions(props)}
        className={field}
      />
      <SelectField
        label={words.kind}
        value={filter.kind ?? ''}
        onChange={(value) => set('kind', value)}
        isLabelHidden
        placeholder={words.everything}
        options={useKindOptions()}
        className={field}
      />
      <DateField label={words.from} value={filter.from ?? ''} onChange={(value) => set('from', value)} className={inline} />
      <DateField label={words.to} value={filter.to ?? ''} onChange={(value) => set('to', value)} className={inline} />
    </FilterBar>
  )
}
