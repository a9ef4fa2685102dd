import { SelectField } from '#web/ui/SelectField.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useWords } from '#web/words.ts'
import { customizationEn } from '../customization.en.ts'
import { hallSettingsEn } from '../customization.hall.en.ts'
import { customizationLimits } from '../customization.limits.ts'
import { type Hall, MonthBegins, PartMonth, reminderPlaceholders } from '../customization.settings.contract.ts'
import { HallCard } from './HallCard.tsx'
import { toAmount } from './typedNumber.ts'
import { useHallSettings } from './useHallSettings.ts'

/** Text that is not an amount becomes a value that the contract rejects with its message. */
const days = Array.from({ length: 31 }, (_, before) => String(before + 1))
const JOINING_DAY = 'joining'

/** The monthly fee, its due day, the UPI ID, and the text of reminders. */
export const FeeSettings = ({ hall }: { hall: Hall }) => {
  const words = useWords(hallSettingsEn).fees
  const settings = useHallSettings(hall, useWords(customizationEn).failures.fees)
  const { draft, errors, set } = settings
  const amount = (name: string, stored: number | null, change: (typed: string) => Partial<Hall>) => ({
    ...settings.text(name, stored === null ? '' : String(stored), change),
    inputMode: 'decimal' as const,
    autoComplete: 'off',
  })
  return (
    <HallCard title={words.title} settings={settings}>
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          label={words.monthlyFee}
          isRequired
          {...amount('monthlyFee', draft.monthlyFee, (next) => ({ monthlyFee: toAmount(next) }))}
        />
        {hall.shifts
          .filter(({ isArchived }) => !isArchived)
          .map(({ key: slot, name }) => (
            <TextField
              key={slot}
              label={words.slotFee(name)}
              {...amount(`slotFees.${slot}`, draft.slotFees[slot] ?? null, (next) => ({
                slotFees: { ...draft.slotFees, [slot]: next.trim() === '' ? null : toAmount(next) },
              }))}
            />
          ))}
      </div>
      <p className="text-muted text-sm">{words.feesHint}</p>
      <TextField
        label={words.dayPassFee}
        hint={words.dayPassHint}
        {...amount('dayPassFee', draft.dayPassFee, (next) => ({ dayPassFee: next.trim() === '' ? null : toAmount(next) }))}
      />
      <SelectField
        label={words.monthBegins}
        name="monthBegins"
        options={MonthBegins.options.map((value) => ({ value, label: words.monthBeginsOn[value] }))}
        value={draft.monthBegins}
        onChange={(monthBegins) => set({ monthBegins: monthBegins as MonthBegins })}
        error={errors.monthBegins}
      />
      {draft.monthBegins === 'first' && (
        <SelectField
          label={words.partMonth}
          name="partMonth"
          options={PartMonth.options.map((value) => ({ value, label: words.partMonthCosts[value] }))}
          value={draft.partMonth}
          onChange={(partMonth) => set({ partMonth: partMonth as PartMonth })}
          error={errors.partMonth}
        />
      )}
      <SelectField
        label={words.dueDay}
        name="feeDueDay"
        options={[{ value: JOINING_DAY, label: words.joiningDay }, ...days.map((day) => ({ value: day, label: day }))]}
        value={draft.feeDueDay === null ? JOINING_DAY : String(draft.feeDueDay)}
        onChange={(next) => set({ feeDueDay: next === JOINING_DAY ? null : Number(next) })}
        error={errors.feeDueDay}
        hint={words.dueDayHint}
      />
      <TextField
        label={words.upiId}
        name="upiId"
        autoComplete="off"
        value={draft.upiId}
        onChange={(upiId) => set({ upiId })}
        error={errors.upiId}
        hint={words.upiHint}
      />
      <TextArea
        label={words.reminder}
        name="reminder"
        rows={4}
        maxLength={customizationLimits.reminderText}
        isRequired
        value={draft.reminder}
        onChange={(reminder) => set({ reminder })}
        error={errors.reminder}
        hint={words.reminderHint(reminderPlaceholders)}
      />
    </HallCard>
  )
}
