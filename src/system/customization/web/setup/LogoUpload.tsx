import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { FileField } from '#web/ui/FileField.tsx'
import { pictureProblem, pictureTypes } from '#web/ui/pictureFile.ts'
import { UploadProgress } from '#web/ui/UploadProgress.tsx'
import { useUpload } from '#web/ui/useUpload.ts'
import { errorText, useWords } from '#web/words.ts'
import { type Customization, customizationApi } from '../../customization.contract.ts'
import { customizationEn } from '../../customization.en.ts'
import { setupEn } from '../../customization.setup.en.ts'
import { useUploadLogo } from '../customization.queries.ts'

const { maxBytes, tooLarge } = customizationApi.uploadLogo.form.file

/** Uploads a logo as soon as it is chosen. A failed file stays chosen, so that it can be retried. */
export const LogoUpload = ({ logoUrl }: Pick<Customization, 'logoUrl'>) => {
  const [words, logo] = [useWords(setupEn).name, useWords(customizationEn).logo]
  const { mutateAsync } = useUploadLogo()
  const { upload, sent } = useUpload()
  const [file, setFile] = useState<File | null>(null)
  const [error, setError] = useState<string>()

  const send = async (chosen: File) => {
    setError(undefined)
    try {
      await upload(chosen, (options) => mutateAsync({ body: undefined, file: chosen, ...options }))
      setFile(null)
    } catch (thrown) {
      setError(errorText(thrown, words.logoFailed))
    }
  }
  const choose = (chosen: File | null) => {
    setFile(chosen)
    const problem = pictureProblem(chosen, logo.notImage) ?? (chosen && chosen.size > maxBytes ? tooLarge : undefined)
    setError(problem)
    if (chosen && !problem) void send(chosen)
  }
  const canRetry = file !== null && error !== undefined && pictureProblem(file, '') === undefined && file.size <= maxBytes
  return (
    <>
      <FileField
        label={words.logo}
        hint={words.logoHint}
        name="logo"
        accept={pictureTypes}
        value={file}
        onChange={choose}
        error={error}
        isDisabled={sent !== undefined}
      />
      {sent && <UploadProgress sent={sent} />}
      {canRetry && !sent && (
        <Button className="self-start" onPress={() => void send(file)}>
          {words.retry}
        </Button>
      )}
      {!file && logoUrl && <p className="text-muted text-sm">{logo.done}</p>}
    </>
  )
}
