import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { attachmentsApi } from '#chat/attachments/attachments.contract.ts'
import { attachmentId } from '#chat/attachments/web/attachmentFile.ts'
import { EncryptionError } from '#chat/encryption/web/crypto/encryptionError.ts'
import { decryptBytes } from '#chat/encryption/web/crypto/file.ts'
import { cleanFileName } from '#contract/fileName.ts'
import { fetchFile, saveFile } from '#web/api/download.ts'
import { Button } from '#web/ui/Button.tsx'
import { errorText, useWords } from '#web/words.ts'
import { moderationEn } from '../moderation.en.ts'
import type { MonitoredMessage, Revealed } from '../moderation.shapes.contract.ts'

/** Only types that every browser shows as pictures: the sender chooses the type. */
const pictures = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])

type Props = { message: MonitoredMessage; file: NonNullable<Revealed['file']> }

/** Returns the file as its sender had it. Fetching it is recorded; it is decrypted here, with the key revealed by the report. */
const decrypt = async ({ message: { conversation, clientId, attachment }, file }: Props): Promise<File> => {
  const stored = await fetchFile(attachmentsApi.file, { params: { id: attachment ? attachmentId(attachment) : '' } })
  const bytes = await decryptBytes({ conversation, clientId, file, bytes: new Uint8Array(await stored.arrayBuffer()) })
  return new File([bytes], cleanFileName(file.name), { type: pictures.has(file.type) ? file.type : 'application/octet-stream' })
}

const useRevealed = (props: Props) => {
  const words = useWords(moderationEn).encrypted
  const [opened, setOpened] = useState<{ file: File; src: string }>()
  const [state, setState] = useState<'idle' | 'opening' | { failed: string }>('idle')
  useEffect(() => () => void (opened && URL.revokeObjectURL(opened.src)), [opened])
  const open = async (then: (file: File) => void) => {
    setState('opening')
    try {
      then(opened?.file ?? (await decrypt(props)))
      setState('idle')
    } catch (error) {
      setState({ failed: error instanceof EncryptionError ? words.damaged : errorText(error, words.fileFailed) })
    }
  }
  const show = () => void open((file) => setOpened({ file, src: URL.createObjectURL(file) }))
  const save = () => void open(saveFile)
  return { src: opened?.src, state, show, save }
}

/** The file of a reported message: a picture is shown on a press, everything can be saved. */
export const RevealedFile = (props: Props) => {
  const words = useWords(moderationEn)
  const { src, state, show, save } = useRevealed(props)
  const { size, type } = props.file
  const name = cleanFileName(props.file.name)
  const isOpening = state === 'opening'
  return (
    <div className="flex flex-col items-start gap-2">
      <p dir="auto" className="text-left wrap-anywhere">
        {words.message.file(name, size)}
      </p>
      {src && <img src={src} alt={words.encrypted.picture(name)} className="max-h-96 max-w-full rounded-sm object-contain" />}
      {typeof state === 'object' && (
        <p role="alert" className="text-error-text text-sm">
          {state.failed}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {pictures.has(type) && !src && (
          <Button isPending={isOpening} pendingText={words.encrypted.opening} onPress={show}>
            {words.message.showFile}
          </Button>
        )}
        <Button icon={<Download />} isDisabled={isOpening} aria-label={words.encrypted.downloadOf(name)} onPress={save}>
          {words.encrypted.download}
        </Button>
      </div>
    </div>
  )
}
