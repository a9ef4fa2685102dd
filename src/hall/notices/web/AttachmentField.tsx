import { useEffect, useState } from 'react'

import { limits } from '#contract/limits.ts'
import { FileField } from '#web/ui/FileField.tsx'
import { isPicture, pictureTypes } from '#web/ui/pictureFile.ts'
import { SwitchField } from '#web/ui/SwitchField.tsx'
import { useWords } from '#web/words.ts'
import { manageNoticesEn } from '../notices.manage.en.ts'
import type { Notice } from '../notices.shapes.contract.ts'
import { Attachment } from './Attachment.tsx'

const isPdf = ({ type, name }: File): boolean => type === 'application/pdf' || (type === '' && /\.pdf$/i.test(name))

/** Checks a chosen file as far as the device can; the server validates its content. */
export const attachmentProblem = (file: File | null, sentence: string): string | undefined => {
  if (!file || isPdf(file)) return undefined
  return isPicture(file) && file.size <= limits.pictureBytes ? undefined : sentence
}

const usePreview = (file: File | null): string | undefined => {
  const [preview, setPreview] = useState<string>()
  useEffect(() => {
    setPreview(undefined)
    if (!file || !isPicture(file)) return
    const url = URL.createObjectURL(file)
    setPreview(url)
    return () => URL.revokeObjectURL(url)
  }, [file])
  return preview
}

type Toggle = { name: string; value: boolean; onChange: (value: boolean) => void }
type Props = {
  field: { name: string; value: File | null; onChange: (file: File | null) => void; error: string | undefined }
  isDisabled: boolean
  /** The notice being edited, and the switch that removes its attachment. */
  present?: { notice: Notice; removal: Toggle } | undefined
}

/** A picture or PDF for a notice, previewed before it is sent; an existing attachment can be removed. */
export const AttachmentField = ({ field, isDisabled, present }: Props) => {
  const words = useWords(manageNoticesEn).form
  const preview = usePreview(field.value)
  return (
    <div className="flex flex-col gap-3">
      {present?.notice.attachment && !field.value && (
        <div className="flex flex-col gap-1 rounded-lg border border-line p-3">
          <span className="text-muted text-sm">{words.attachmentNow}</span>
          <Attachment notice={present.notice} isSmall />
          <SwitchField label={words.removeAttachment} isDisabled={isDisabled} {...present.removal} />
        </div>
      )}
      <FileField
        label={words.attachment}
        hint={words.attachmentHint}
        accept={`${pictureTypes},application/pdf,.pdf`}
        isDisabled={isDisabled}
        {...field}
      />
      {preview && field.value && (
        <img
          src={preview}
          alt={words.preview(field.value.name)}
          className="max-h-48 max-w-full self-start rounded-lg border border-line object-contain"
        />
      )}
    </div>
  )
}
