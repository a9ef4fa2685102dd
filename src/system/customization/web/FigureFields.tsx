import { SwitchField } from '#web/ui/SwitchField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useWords } from '#web/words.ts'
import { figuresEn } from '../customization.figures.en.ts'
import type { LandingFigure } from '../customization.settings.contract.ts'

export type FiguresGroup = {
  draft: { figures: readonly LandingFigure[] }
  errors: Readonly<Record<string, string>>
  set: (change: { figures: LandingFigure[] }) => void
}

export const FigureFields = ({ draft, errors, set }: FiguresGroup) => {
  const words = useWords(figuresEn)
  const change = (at: number, figure: Partial<LandingFigure>) =>
    set({ figures: draft.figures.map((one, index) => (index === at ? { ...one, ...figure } : one)) })
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">{words.hint}</p>
      {draft.figures.map(({ value, label, hidden }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the four figures have no other identity than their place.
        <div key={at} className="grid grid-cols-[minmax(5rem,1fr)_2fr] items-start gap-x-3">
          <TextField
            label={words.figure(at + 1)}
            name={`figures.${at}.value`}
            value={value}
            onChange={(next) => change(at, { value: next })}
            error={errors[`figures.${at}.value`]}
          />
          <TextField
            label={words.what(at + 1)}
            name={`figures.${at}.label`}
            value={label}
            onChange={(next) => change(at, { label: next })}
            error={errors[`figures.${at}.label`]}
          />
          <SwitchField
            label={words.show(at + 1)}
            value={!hidden}
            onChange={(isShown) => change(at, { hidden: !isShown })}
            className="col-span-2"
          />
        </div>
      ))}
    </div>
  )
}
