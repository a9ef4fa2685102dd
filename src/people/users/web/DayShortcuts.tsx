import { chipStyle } from '#web/ui/chipStyle.ts'
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
      <PlainButton key={text} aria-pressed={day === value} isDisabled={isDisabled} onPress={() => onChoose(day)} className={chipStyle}>
        {text}
      </PlainButton>
    ))}
  </fieldset>
)
