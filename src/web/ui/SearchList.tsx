import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { TextField } from 'react-aria-components/TextField'
import { limits } from '#contract/limits.ts'
import { inputStyle } from './Field.tsx'

type SearchListProps = {
  /** What is searched, for screen readers and as the placeholder. */
  label: string
  text: string
  onType: (text: string) => void
  /** Why there is nothing to choose. */
  state: string | false | undefined
  /** The name of the list. */
  list: string
  /** The detail is below the label. */
  choices: readonly { id: string; label: string; detail?: string }[]
  onChoose: (id: string) => void
  autoFocus?: boolean
}

/** A search with its results below it; one is chosen by a press, or by the arrow keys and Enter. */
export const SearchList = ({ label, text, onType, state, list, choices, onChoose, autoFocus = false }: SearchListProps) => (
  <Autocomplete inputValue={text} onInputChange={onType}>
    {/* A search field would take the first Escape to clear itself, and only the second would close the dialog around it. */}
    <TextField type="search" aria-label={label} autoFocus={autoFocus}>
      <Input placeholder={label} maxLength={limits.search} className={`${inputStyle} [&::-webkit-search-cancel-button]:hidden`} />
    </TextField>
    <p role="status" className="py-2 text-muted text-sm wrap-anywhere empty:py-1">
      {state}
    </p>
    <ListBox aria-label={list} items={choices} onAction={(key) => onChoose(String(key))} className="min-h-24 outline-none">
      {({ id, label: choice, detail }) => (
        <ListBoxItem
          id={id}
          textValue={detail ? `${choice} · ${detail}` : choice}
          className="flex min-h-11 cursor-pointer items-center rounded-lg px-3 py-1.5 outline-none data-[focused]:bg-hover"
        >
          <span className="min-w-0 wrap-anywhere">
            <span dir="auto" className="block">
              {choice}
            </span>
            {detail && <span className="block text-muted text-sm tabular-nums">{detail}</span>}
          </span>
        </ListBoxItem>
      )}
    </ListBox>
  </Autocomplete>
)
