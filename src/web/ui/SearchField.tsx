import { Search, X } from 'lucide-react'
import { useRef } from 'react'
import { webEn } from '../web.en.ts'
import { useWords } from '../words.ts'
import { inputStyle } from './Field.tsx'
import { IconButton } from './IconButton.tsx'

type SearchFieldProps = {
  /** What is searched, for screen readers; the placeholder is visible. */
  label: string
  placeholder?: string
  value: string
  onChange: (value: string) => void
  className?: string
  /** The page has another search; this one is not a landmark. */
  isMinor?: boolean
}

/** A search as you type; the button and Escape clear it. */
export const SearchField = ({ label, placeholder = label, value, onChange, className = '', isMinor = false }: SearchFieldProps) => {
  const words = useWords(webEn).ui
  const input = useRef<HTMLInputElement>(null)
  const clear = () => {
    onChange('')
    input.current?.focus()
  }
  return (
    // The `search` element is newer than browsers in use.
    <div {...(!isMinor && { role: 'search' })} className={`field relative block min-w-0 flex-1 basis-[18rem] ${className}`}>
      <Search aria-hidden="true" className="pointer-events-none absolute top-1/2 left-3 size-5 -translate-y-1/2 text-muted" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        maxLength={200}
        enterKeyHint="search"
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') {
            event.preventDefault()
            clear()
          }
        }}
        className={`${inputStyle} text-ellipsis pl-11 placeholder:text-sm ${value === '' ? 'pr-3' : 'pr-11'} [&::-webkit-search-cancel-button]:hidden`}
      />
      {value !== '' && (
        <IconButton label={words.clearSearch} onPress={clear} className="absolute top-0 right-0">
          <X />
        </IconButton>
      )}
    </div>
  )
}
