import { FileText, Upload, X } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { webEn } from '../web.en.ts'
import { formatBytes, useWords } from '../words.ts'
import { Button } from './Button.tsx'
import { Field, type FieldProps } from './Field.tsx'
import { IconButton } from './IconButton.tsx'

type FileFieldProps = FieldProps<File | null> & {
  /** In the syntax of the `accept` attribute: `application/pdf,.pdf`. A dropped file is validated by the form, not here. */
  accept?: string
  /** Accepts several at once; a single one still comes by `onChange`. */
  onSeveral?: (files: File[]) => void
}

/** One file, or several if the form accepts them, by drag and drop or by the device's own picker. */
export const FileField = ({
  label,
  name,
  value,
  onChange,
  error,
  hint,
  isRequired,
  isDisabled = false,
  className,
  accept,
  onSeveral,
}: FileFieldProps) => {
  const words = useWords(webEn).ui.file
  const picker = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const take = (files: ArrayLike<File> | null) => {
    const [first, ...others] = Array.from(files ?? [])
    if (first && others.length > 0 && onSeveral) onSeveral([first, ...others])
    else if (first) onChange(first)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!isDisabled) take(event.dataTransfer.files)
  }
  return (
    <Field label={label} error={error} hint={hint} isRequired={isRequired} className={className}>
      {(wiring) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an alternative; keyboards use the picker's button.
        <div
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
          className={`flex flex-col items-center gap-3 rounded-lg border-2 border-dashed p-6 text-center transition-colors duration-150 ${isOver ? 'border-primary-text bg-primary-soft' : 'border-line-strong'}`}
        >
          <input
            {...wiring}
            ref={picker}
            type="file"
            name={name}
            accept={accept}
            multiple={onSeveral !== undefined}
            disabled={isDisabled}
            tabIndex={-1}
            className="sr-only"
            onChange={(event) => {
              take(event.target.files)
              event.target.value = ''
            }}
          />
          {value ? (
            <p className="flex max-w-full items-center gap-2">
              <FileText aria-hidden="true" className="size-5 shrink-0 text-muted" />
              <span className="min-w-0 text-left wrap-anywhere">{value.name}</span>
              <span className="whitespace-nowrap text-muted text-sm tabular-nums">{formatBytes(value.size)}</span>
              <IconButton label={words.remove(value.name)} isDisabled={isDisabled} onPress={() => onChange(null)}>
                <X />
              </IconButton>
            </p>
          ) : (
            <p className="text-muted max-md:hidden">{onSeveral ? words.dropMany : words.drop}</p>
          )}
          <Button icon={<Upload />} isDisabled={isDisabled} onPress={() => picker.current?.click()}>
            {value ? words.replace : onSeveral ? words.chooseMany : words.choose}
          </Button>
        </div>
      )}
    </Field>
  )
}
