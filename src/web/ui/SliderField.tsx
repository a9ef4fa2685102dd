import { Field, type FieldProps } from './Field.tsx'

type SliderFieldProps = Omit<FieldProps<number>, 'isRequired' | 'error'> & {
  min: number
  max: number
  step: number
  /** The value as it is announced and shown: "40 px". */
  said: string
}

/** A number between two others, by the native slider, which every keyboard and screen reader supports. */
export const SliderField = ({ label, name, value, onChange, hint, isDisabled, className, min, max, step, said }: SliderFieldProps) => (
  <Field label={label} hint={hint} className={className}>
    {(wiring) => (
      <div className="flex items-center gap-3">
        <input
          id={wiring.id}
          aria-describedby={wiring['aria-describedby']}
          type="range"
          name={name}
          value={value}
          min={min}
          max={max}
          step={step}
          disabled={isDisabled}
          aria-valuetext={said}
          onChange={(event) => onChange(Number(event.target.value))}
          className="h-11 min-w-0 grow cursor-pointer accent-primary-fill disabled:opacity-60"
        />
        <span aria-hidden="true" className="min-w-14 text-right text-sm tabular-nums">
          {said}
        </span>
      </div>
    )}
  </Field>
)
