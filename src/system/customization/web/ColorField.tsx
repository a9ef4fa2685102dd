import { Field, type FieldProps, inputStyle } from '#web/ui/Field.tsx'

type ColorFieldProps = FieldProps & { pickerLabel: string /** The last valid color, which the picker shows. */; shown: string }

/** A color as text, `#RRGGBB`, with the device's color picker. */
export const ColorField = ({ label, pickerLabel, name, value, shown, onChange, error }: ColorFieldProps) => (
  <Field label={label} error={error}>
    {(wiring) => (
      <div className="flex items-center gap-2">
        <input
          type="color"
          aria-label={pickerLabel}
          value={shown.toLowerCase()}
          onChange={(event) => onChange(event.target.value.toUpperCase())}
          className="size-10 shrink-0 cursor-pointer rounded-lg border border-line-strong bg-surface p-1 max-md:size-11"
        />
        <input
          {...wiring}
          name={name}
          value={value}
          spellCheck={false}
          autoComplete="off"
          maxLength={7}
          onChange={(event) => onChange(event.target.value)}
          className={`${inputStyle} tabular-nums`}
        />
      </div>
    )}
  </Field>
)
