import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { Badge } from '#web/ui/Badge.tsx'
import { useWords } from '#web/words.ts'
import { accessibilityEn } from '../accessibility.en.ts'
import { type ColorBlindMode, colorBlindModes } from './settings.ts'

type Props = { value: ColorBlindMode; onChange: (value: ColorBlindMode) => void }

const Samples = () => {
  const { label, ...names } = useWords(accessibilityEn).vision.samples
  const samples = [
    ['success', CircleCheck],
    ['warning', TriangleAlert],
    ['error', CircleAlert],
    ['info', Info],
  ] as const
  return (
    <ul aria-label={label} className="mt-4 flex flex-wrap gap-2">
      {samples.map(([tone, Icon]) => (
        <li key={tone}>
          <Badge tone={tone}>
            <Icon aria-hidden="true" className="size-4 shrink-0" />
            {names[tone]}
          </Badge>
        </li>
      ))}
    </ul>
  )
}

export const VisionField = ({ value, onChange }: Props) => {
  const words = useWords(accessibilityEn).vision
  const name = useId()
  return (
    <>
      <fieldset className="grid min-w-0 grid-cols-[repeat(auto-fill,minmax(min(13rem,100%),1fr))] gap-x-4">
        <legend className="sr-only">{words.title}</legend>
        {colorBlindModes.map((mode) => (
          <label key={mode} className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
            <input
              type="radio"
              name={name}
              value={mode}
              checked={value === mode}
              onChange={() => onChange(mode)}
              className="mt-1 size-4 shrink-0 cursor-pointer accent-primary-fill"
            />
            <span className="min-w-0">
              <span className="block font-medium text-sm wrap-anywhere">{words.names[mode]}</span>
              <span className="block text-muted text-sm wrap-break-word">{words.hints[mode]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Samples />
    </>
  )
}
