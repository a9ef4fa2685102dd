import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { Card } from '#web/ui/Card.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useWords } from '#web/words.ts'
import { customizationApi } from '../customization.contract.ts'
import { customizationEn } from '../customization.en.ts'
import { type Hall, reminderPlaceholders } from '../customization.settings.contract.ts'
import { useUpdateHall } from './customization.queries.ts'
import { SaveRow } from './SaveRow.tsx'
import { useSettings } from './useSettings.ts'

/** What is no amount becomes what the contract refuses with its sentence. */
const toAmount = (typed: string): number => (/^\d+(?:\.\d+)?$/.test(typed.trim()) ? Number(typed) : Number.NaN)

const slots = ['morning', 'afternoon', 'full-day'] as const
const days = Array.from({ length: 31 }, (_, before) => String(before + 1))
const JOINING_DAY = 'joining'

/** What a month costs, when it is due, where it is paid by UPI, and how people are reminded of it. */
export const FeeSettings = ({ hall }: { hall: Hall }) => {
  const words = useWords(customizationEn).fees
  const failure = useWords(customizationEn).failures.fees
  const update = useUpdateHall()
  // Amounts as they are typed, `1000.` on the way to `1000.50`.
  const [typed, setTyped] = useState<Record<string, string>>({})
  const settings = useSettings(customizationApi.updateHall, {
    stored: hall,
    send: async (body) => {
      const saved = await update.mutateAsync({ body })
      setTyped({})
      return saved
    },
    failure,
  })
  const { draft, errors, set } = settings
  const amount = (name: string, stored: number | null, change: (typed: string) => Partial<Hall>) => ({
    name,
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    value: typed[name] ?? (stored === null ? '' : String(stored)),
    onChange: (next: string) => {
      setTyped((before) => ({ ...before, [name]: next }))
      set(change(next))
    },
    error: errors[name],
  })
  const discard = () => {
    setTyped({})
    settings.discard()
  }
  return (
    <Card title={words.title} className="max-w-2xl">
      <form {...settings.props} className="flex flex-col gap-4">
        <div className="grid gap-4 md:grid-cols-2">
          <TextField
            label={words.monthlyFee}
            isRequired
            {...amount('monthlyFee', draft.monthlyFee, (next) => ({ monthlyFee: toAmount(next) }))}
          />
          {slots.map((slot) => (
            <TextField
              key={slot}
              label={words.slotFees[slot]}
              {...amount(`slotFees.${slot}`, draft.slotFees[slot], (next) => ({
                slotFees: { ...draft.slotFees, [slot]: next.trim() === '' ? null : toAmount(next) },
              }))}
            />
          ))}
        </div>
        <p className="text-muted text-sm">{words.feesHint}</p>
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
          maxLength={limits.reminderText}
          isRequired
          value={draft.reminder}
          onChange={(reminder) => set({ reminder })}
          error={errors.reminder}
          hint={words.reminderHint(reminderPlaceholders)}
        />
        <SaveRow settings={{ ...settings, discard }} />
      </form>
    </Card>
  )
}
