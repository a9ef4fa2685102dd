import { useState } from 'react'
import { Card } from '#web/ui/Card.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { useWords } from '#web/words.ts'
import { customizationApi } from '../customization.contract.ts'
import { customizationEn } from '../customization.en.ts'
import type { Hall } from '../customization.settings.contract.ts'
import { useUpdateHall } from './customization.queries.ts'
import { SaveRow } from './SaveRow.tsx'
import { useSettings } from './useSettings.ts'

const toPurposes = (typed: string): string[] =>
  typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** Usual purposes of cash paid out of the box, one per line, and when the counter reminds to close the day. */
export const BoxPurposes = ({ hall }: { hall: Hall }) => {
  const words = useWords(customizationEn)
  const update = useUpdateHall()
  // Lines as typed, including blank ones.
  const [typed, setTyped] = useState<string>()
  const settings = useSettings(customizationApi.updateHall, {
    stored: hall,
    send: async (body) => {
      const saved = await update.mutateAsync({ body })
      setTyped(undefined)
      return saved
    },
    failure: words.failures.boxPurposes,
  })
  const discard = () => {
    setTyped(undefined)
    settings.discard()
  }
  const problem = Object.entries(settings.errors).find(([field]) => field.startsWith('boxPurposes'))?.[1]
  return (
    <Card title={words.boxPurposes.title} className="max-w-2xl">
      <form {...settings.props} className="flex flex-col gap-4">
        <TextArea
          label={words.boxPurposes.label}
          hint={words.boxPurposes.hint}
          name="boxPurposes"
          rows={7}
          value={typed ?? hall.boxPurposes.join('\n')}
          onChange={(next) => {
            setTyped(next)
            settings.set({ boxPurposes: toPurposes(next) })
          }}
          error={problem}
        />
        <SelectField
          label={words.boxPurposes.closeHour}
          hint={words.boxPurposes.closeHourHint}
          name="closeHour"
          placeholder={words.boxPurposes.never}
          options={hours.map((hour) => ({ value: String(hour), label: words.boxPurposes.hour(hour) }))}
          value={String(settings.draft.closeHour ?? '')}
          onChange={(next) => settings.set({ closeHour: next === '' ? null : Number(next) })}
          error={settings.errors.closeHour}
        />
        <SaveRow settings={{ ...settings, discard }} />
      </form>
    </Card>
  )
}
