import { SelectField } from '#web/ui/SelectField.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { useWords } from '#web/words.ts'
import { customizationEn } from '../customization.en.ts'
import { hallSettingsEn } from '../customization.hall.en.ts'
import type { Hall } from '../customization.settings.contract.ts'
import { HallCard } from './HallCard.tsx'
import { useHallSettings } from './useHallSettings.ts'

const toPurposes = (typed: string): string[] =>
  typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** Usual purposes of cash paid out of the box, one per line, and when the counter reminds to close the day. */
export const BoxPurposes = ({ hall }: { hall: Hall }) => {
  const words = useWords(hallSettingsEn).boxPurposes
  const settings = useHallSettings(hall, useWords(customizationEn).failures.boxPurposes)
  const problem = Object.entries(settings.errors).find(([field]) => field.startsWith('boxPurposes'))?.[1]
  return (
    <HallCard title={words.title} settings={settings}>
      <TextArea
        label={words.label}
        hint={words.hint}
        rows={7}
        {...settings.text('boxPurposes', hall.boxPurposes.join('\n'), (next) => ({ boxPurposes: toPurposes(next) }))}
        error={problem}
      />
      <SelectField
        label={words.closeHour}
        hint={words.closeHourHint}
        name="closeHour"
        placeholder={words.never}
        options={hours.map((hour) => ({ value: String(hour), label: words.hour(hour) }))}
        value={String(settings.draft.closeHour ?? '')}
        onChange={(next) => settings.set({ closeHour: next === '' ? null : Number(next) })}
        error={settings.errors.closeHour}
      />
    </HallCard>
  )
}
