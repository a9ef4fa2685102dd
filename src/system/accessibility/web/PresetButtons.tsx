import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import { PlainButton } from '#web/ui/PlainButton.tsx'
import { useWords } from '#web/words.ts'
import { accessibilityEn } from '../accessibility.en.ts'
import { type PresetName, presetNames } from './presets.ts'

/** How long a preset stays marked after it was pressed. */
const markedMs = 2_000

type Pressed = { name: PresetName; at: number }

export const PresetButtons = ({ onChoose }: { onChoose: (name: PresetName) => void }) => {
  const words = useWords(accessibilityEn).presets
  const [pressed, setPressed] = useState<Pressed>()
  useEffect(() => {
    if (!pressed) return
    const timer = setTimeout(() => setPressed(undefined), markedMs)
    return () => clearTimeout(timer)
  }, [pressed])
  const choose = (name: PresetName) => {
    setPressed({ name, at: Date.now() })
    onChoose(name)
  }
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(13rem,100%),1fr))] gap-3">
      {presetNames.map((name) => {
        const isMarked = pressed?.name === name
        return (
          <li key={name} className="flex">
            <PlainButton
              onPress={() => choose(name)}
              className={`flex min-h-11 w-full min-w-0 cursor-pointer items-start gap-2 rounded-lg border px-4 py-3 text-left transition-colors duration-150 ${isMarked ? 'border-success-text bg-success-soft' : 'border-line-strong bg-surface hover:bg-hover'}`}
            >
              <span className="min-w-0 flex-1">
                <span className="block font-medium wrap-anywhere">{words.names[name]}</span>
                <span className={`block text-sm wrap-break-word ${isMarked ? '' : 'text-muted'}`}>{words.about[name]}</span>
              </span>
              {isMarked && <Check aria-hidden="true" className="size-5 shrink-0 text-success-text" />}
            </PlainButton>
          </li>
        )
      })}
    </ul>
  )
}
