import { SwitchField } from '#web/ui/SwitchField.tsx'
import { TimeField } from '#web/ui/TimeField.tsx'
import { useWords } from '#web/words.ts'
import { landingSettingsEn } from '../customization.landing.en.ts'
import type { DayHours } from '../customization.settings.contract.ts'
import type { LandingGroup } from './landingGroup.ts'

/** Seven rows, Monday first. A closed day keeps its hours for when it is opened again. */
export const HoursFields = ({ draft, errors, set }: LandingGroup) => {
  const words = useWords(landingSettingsEn)
  const change = (at: number, row: Partial<DayHours>) =>
    set({ hours: draft.hours.map((one, index) => (index === at ? { ...one, ...row } : one)) })
  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted">{words.hoursHint}</p>
      <ul className="flex flex-col divide-y divide-line">
        {draft.hours.map((row, at) => (
          <li key={row.day} className="py-2">
            <Row row={row} at={at} errors={errors} onChange={(next) => change(at, next)} />
          </li>
        ))}
      </ul>
    </div>
  )
}

type RowProps = { row: DayHours; at: number; errors: LandingGroup['errors']; onChange: (row: Partial<DayHours>) => void }

const Row = ({ row, at, errors, onChange }: RowProps) => {
  const words = useWords(landingSettingsEn)
  const day = words.days[row.day]
  const path = `hours.${at}`
  const error = errors[`${path}.opens`] ?? errors[`${path}.closes`]
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <SwitchField
        label={words.open(day)}
        value={!row.closed}
        onChange={(isOpen) => onChange({ closed: !isOpen })}
        className="min-w-48 grow"
      />
      {row.closed ? (
        <span className="flex min-h-10 items-center text-muted max-md:min-h-11">{words.closed}</span>
      ) : (
        <span className="flex flex-wrap items-center gap-2">
          <TimeField
            label={words.opens(day)}
            name={`${path}.opens`}
            value={row.opens}
            onChange={(opens) => onChange({ opens })}
            error={errors[`${path}.opens`]}
          />
          <span className="text-muted">{words.to}</span>
          <TimeField
            label={words.closes(day)}
            name={`${path}.closes`}
            value={row.closes}
            onChange={(closes) => onChange({ closes })}
            error={errors[`${path}.closes`]}
          />
        </span>
      )}
      {error && (
        <p role="alert" className="w-full text-error-text text-sm">
          {error}
        </p>
      )}
    </div>
  )
}
