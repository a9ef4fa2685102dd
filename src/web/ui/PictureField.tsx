import { ImageIcon, ImageUp, Trash2, Undo2 } from 'lucide-react'
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { webEn } from '../web.en.ts'
import { formatBytes, useWords } from '../words.ts'
import { Button } from './Button.tsx'
import { Field, type FieldProps } from './Field.tsx'
import { isPicture, pictureTypes } from './pictureFile.ts'

type PictureFieldProps = FieldProps<File | null> & {
  /** The address of the present picture. */
  presentUrl?: string | null
  /** Removes the present picture when the form is sent: `form.toggle('removeImage')`. Without it, it can only be replaced. */
  removal?: { value: boolean; onChange: (isRemoved: boolean) => void }
  /** `round` for people. */
  shape?: 'square' | 'round'
  /** Shown without a picture, for example initials. */
  placeholder?: ReactNode
}

/** Returns an address of a chosen file for the browser, for as long as it is chosen. */
const usePreview = (file: File | null): string | undefined => {
  const [preview, setPreview] = useState<{ file: File; url: string }>()
  useEffect(() => {
    if (!file || !isPicture(file)) return
    const url = URL.createObjectURL(file)
    setPreview({ file, url })
    return () => URL.revokeObjectURL(url)
  }, [file])
  return preview && preview.file === file ? preview.url : undefined
}

type PreviewProps = { url: string | undefined; alt: string; isRound: boolean; placeholder: ReactNode }

const Preview = ({ url, alt, isRound, placeholder }: PreviewProps) => {
  const [broken, setBroken] = useState<string>()
  return (
    <div
      className={`flex size-24 shrink-0 items-center justify-center overflow-hidden border border-line bg-hover text-muted ${isRound ? 'rounded-full' : 'rounded-lg'}`}
    >
      {url !== undefined && url !== broken ? (
        <img src={url} alt={alt} onError={() => setBroken(url)} className="size-full object-cover" />
      ) : (
        (placeholder ?? <ImageIcon aria-hidden="true" className="size-8" />)
      )}
    </div>
  )
}

/**
 * One picture: shows the chosen or present one; it is chosen by the button or dropped, and can be removed again. `<PictureField
 * label="Picture" {...form.fileField()} presentUrl={user.profilePictureUrl} removal={form.toggle('removePicture')} />`; the form
 * validates the file: its size by the contract, its kind by `check` with `pictureProblem`.
 */
export const PictureField = ({
  label,
  name,
  value,
  onChange,
  error,
  hint,
  isRequired,
  isDisabled = false,
  className,
  presentUrl = null,
  removal,
  shape = 'square',
  placeholder,
}: PictureFieldProps) => {
  const words = useWords(webEn).ui.picture
  const picker = useRef<HTMLInputElement>(null)
  const chooser = useRef<HTMLButtonElement>(null)
  const [isOver, setOver] = useState(false)
  const preview = usePreview(value)
  const isTakenAway = presentUrl !== null && removal?.value === true && !value
  const present = removal?.value ? null : presentUrl
  const shown = value ? preview : (present ?? undefined)

  const choose = (file: File | undefined) => {
    if (!file || isDisabled) return
    onChange(file)
    if (removal?.value) removal.onChange(false)
  }
  const takeAway = () => {
    if (value) onChange(null)
    else removal?.onChange(true)
    // The pressed button disappears, and the focus must not disappear with it.
    chooser.current?.focus()
  }
  const putBack = () => {
    removal?.onChange(false)
    chooser.current?.focus()
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    choose(event.dataTransfer.files[0])
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
          className={`flex flex-wrap items-center gap-4 rounded-lg border-2 border-dashed p-3 transition-colors duration-150 ${isOver ? 'border-primary-text bg-primary-soft' : 'border-line-strong'}`}
        >
          <input
            {...wiring}
            ref={picker}
            type="file"
            name={name}
            accept={pictureTypes}
            disabled={isDisabled}
            tabIndex={-1}
            className="sr-only"
            onChange={(event) => {
              choose(event.target.files?.[0])
              event.target.value = ''
            }}
          />
          <Preview
            url={shown}
            alt={value ? words.preview(value.name) : words.present}
            isRound={shape === 'round'}
            placeholder={placeholder}
          />
          <div className="flex min-w-0 flex-1 basis-[10rem] flex-col items-start gap-2">
            <div role="status" className="max-w-full text-sm empty:hidden">
              {value && (
                <>
                  <span dir="auto" className="wrap-anywhere">
                    {value.name}
                  </span>{' '}
                  <span className="whitespace-nowrap text-muted tabular-nums">{formatBytes(value.size)}</span>
                </>
              )}
              {isTakenAway && <span className="text-muted">{words.removed}</span>}
            </div>
            <div className="flex flex-wrap gap-2">
              <Button
                ref={chooser}
                icon={<ImageUp />}
                isDisabled={isDisabled}
                aria-describedby={wiring['aria-describedby']}
                onPress={() => picker.current?.click()}
              >
                {value || present ? words.replace : words.choose}
              </Button>
              {(value || (present && removal)) && (
                <Button variant="quiet" icon={<Trash2 />} isDisabled={isDisabled} onPress={takeAway}>
                  {words.remove}
                </Button>
              )}
              {isTakenAway && (
                <Button variant="quiet" icon={<Undo2 />} isDisabled={isDisabled} onPress={putBack}>
                  {words.putBack}
                </Button>
              )}
            </div>
          </div>
        </div>
      )}
    </Field>
  )
}
