import { Search } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { useStudents } from '#money/fees/web/fees.queries.ts'
import { useSeatText } from '#money/receipts/web/useSeatText.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { inputStyle } from '#web/ui/Field.tsx'
import { useRested } from '#web/ui/useRested.ts'
import { errorText, formatRupees, useWords } from '#web/words.ts'
import { counterEn } from '../counter.en.ts'

/** Typing two letters and Enter takes less time than a search, so the delay is short. */
const REST_MS = 100
/** Maximum number of results shown. */
const SHOWN = 8

type Props = {
  onChoose: (studentId: string) => void
  /** Shown in place of the results until something is typed. */
  children?: ReactNode
}

/** The search results, and selection by arrow keys and Enter. Enter may be pressed before the results arrive. */
const useChoice = (text: string, onChoose: Props['onChoose']) => {
  const wanted = text.trim()
  const query = useRested(wanted, REST_MS)
  const found = useStudents(query)
  const isSettled = wanted === query && !found.isPlaceholderData && !found.isFetching
  const students = query === '' || wanted === '' ? [] : found.items.slice(0, SHOWN)
  const [active, setActive] = useState(0)
  const [isEager, setEager] = useState(false)
  const chosen = students[Math.min(active, students.length - 1)]
  useEffect(() => {
    if (!isEager || !isSettled) return
    setEager(false)
    if (chosen) onChoose(chosen.student._id)
  }, [isEager, isSettled, chosen, onChoose])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setActive((before) => Math.max(0, Math.min(students.length - 1, before + step)))
    }
    if (event.key !== 'Enter' || wanted === '' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (isSettled && chosen) onChoose(chosen.student._id)
    else setEager(true)
  }
  const restart = () => {
    setActive(0)
    setEager(false)
  }
  return { students, chosen, isSettled, found, onKeyDown, restart, isSearched: wanted !== '' }
}

/** Finds the paying student. The first result is selected; Enter chooses it. */
export const CounterSearch = ({ onChoose, children }: Props) => {
  const words = useWords(counterEn)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const { students, chosen, isSettled, found, onKeyDown, restart, isSearched } = useChoice(text, onChoose)
  useEffect(() => input.current?.focus(), [])
  const state =
    found.error && students.length === 0
      ? errorText(found.error, words.searchFailed)
      : isSettled
        ? words.none(text.trim())
        : words.searching
  return (
    <div className="flex max-w-2xl flex-col gap-2">
      <label htmlFor={id} className="off-paper font-medium text-sm">
        {words.search}
      </label>
      <div className="off-paper relative">
        <Search aria-hidden="true" className="pointer-events-none absolute top-1/2 left-3 size-5 -translate-y-1/2 text-muted" />
        <input
          ref={input}
          id={id}
          type="text"
          role="combobox"
          aria-expanded={students.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={chosen && `${id}-${chosen.student._id}`}
          placeholder={words.placeholder}
          value={text}
          maxLength={limits.search}
          autoComplete="off"
          enterKeyHint="go"
          onChange={(event) => {
            setText(event.target.value)
            restart()
          }}
          onKeyDown={onKeyDown}
          className={`${inputStyle} min-h-12 pl-11 text-lg text-ellipsis`}
        />
      </div>
      {students.length === 0 && isSearched && (
        <p role="status" className="py-2 text-muted wrap-anywhere">
          {state}
        </p>
      )}
      <div id={`${id}-list`} role="listbox" aria-label={words.found} className="flex flex-col gap-1">
        {students.map((account) => (
          <Option
            key={account.student._id}
            id={`${id}-${account.student._id}`}
            account={account}
            isChosen={account === chosen}
            onChoose={() => onChoose(account.student._id)}
          />
        ))}
      </div>
      {!isSearched && children}
    </div>
  )
}

type Account = ReturnType<typeof useStudents>['items'][number]

const Option = ({ id, account, isChosen, onChoose }: { id: string; account: Account; isChosen: boolean; onChoose: () => void }) => {
  const words = useWords(counterEn)
  const seatText = useSeatText()
  const { student, owed } = account
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field above, which keeps the focus
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      onClick={onChoose}
      className="flex min-h-14 cursor-pointer items-center gap-3 rounded-lg border border-transparent px-3 py-2 hover:bg-hover aria-selected:border-primary aria-selected:bg-hover"
    >
      <Avatar id={student._id} name={student.name} src={student.profilePictureUrl} />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block font-medium wrap-anywhere">
          {student.name}
        </span>
        <span className="block text-muted text-sm">{seatText(student)}</span>
      </span>
      <span className={`shrink-0 text-right tabular-nums max-md:text-sm ${owed > 0 ? 'font-semibold' : 'text-muted'}`}>
        {owed > 0 ? words.owes(formatRupees(owed)) : words.even}
      </span>
    </div>
  )
}
