import { PlainButton } from '#web/ui/PlainButton.tsx'

type Shortcut = { label: string; day: string }
type Props = {
  label: string
  shortcuts: readonly Shortcut[]
  value: string
  onChoose: (day: string) => void
  isDisabled?: boolean | undefined
}

/** Buttons below a date field, each for one day. */
export const DayShortcuts = ({ label, shortcuts, value, onChoose, isDisabled }: Props) => (
  <fieldset
    aria-label={label}
    className="flex min-w-0 flex-wrap gap-2 max-md:grid max-md:grid-cols-[repeat(auto-fill,minmax(min(8rem,100%),1fr))]"
  >
    {shortcuts.map(({ label: text, day }) => (
      <PlainButton
        key={text}
        aria-pressed={day === value}
        isDisabled={isDisabled}
        onPress={() => onChoose(day)}
        className="min-h-9 cursor-pointer rounded-lg border border-line-strong bg-surface px-3 py-1 font-medium text-ink text-sm transition-colors duration-150 hover:bg-hover disabled:cursor-not-allowed disabled:opacity-50 aria-pressed:border-primary-text aria-pressed:text-primary-text max-md:min-h-11"
      >
        {text}
      </PlainButton>
    ))}
  </fieldset>
)
