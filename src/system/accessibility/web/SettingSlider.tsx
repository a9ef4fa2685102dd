import { useEffect, useId, useRef, useState } from 'react'
import { useWords } from '#web/words.ts'
import { accessibilityEn } from '../accessibility.en.ts'
import { type NumberName, ranges } from './settings.ts'

type Props = { name: NumberName; value: number; onChange: (value: number) => void }

/**
 * A native range input, which works with every keyboard, finger and screen reader. Dragging updates only the figure, and releasing applies
 * the setting: a page that grew during the drag would move the slider away from the finger.
 */
export const SettingSlider = ({ name, value, onChange }: Props) => {
  const words = useWords(accessibilityEn).text
  const id = useId()
  const { min, max, step } = ranges[name]
  const [shown, setShown] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const change = useRef(onChange)
  change.current = onChange
  useEffect(() => setShown(value), [value])
  // React's onChange fires for every step of the drag.
  useEffect(() => {
    const slider = input.current
    const settle = () => slider && change.current(Number(slider.value))
    slider?.addEventListener('change', settle)
    return () => slider?.removeEventListener('change', settle)
  }, [])
  return (
    <div className="flex flex-col">
      <div className="flex flex-wrap justify-between gap-x-4 font-medium text-sm">
        <label htmlFor={id}>{words.names[name]}</label>
        <output htmlFor={id} className="tabular-nums">
          {words.values[name](shown)}
        </output>
      </div>
      <input
        ref={input}
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={shown}
        aria-valuetext={words.values[name](shown)}
        onChange={(event) => setShown(Number(event.target.value))}
        className="min-h-10 w-full cursor-pointer accent-primary-fill max-md:min-h-11"
      />
    </div>
  )
}
