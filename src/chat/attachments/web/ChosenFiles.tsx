import { FileText, Plus, SendHorizontal, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { chatLimits } from '#chat/conversations/conversations.limits.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { pictureTypes } from '#web/ui/pictureFile.ts'
import { TextField } from '#web/ui/TextField.tsx'
import { formatBytes, useWords } from '#web/words.ts'
import { attachmentsEn } from '../attachments.en.ts'
import type { useChosenFiles } from './useChosenFiles.ts'

/** A thumbnail of a chosen picture; an icon for any other file. */
const Thumbnail = ({ file }: { file: File }) => {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!pictureTypes.split(',').includes(file.type)) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return (
    <span className="flex size-12 shrink-0 items-center justify-center overflow-hidden rounded-sm bg-skeleton">
      {url ? (
        <img src={url} alt="" className="size-full object-cover" onError={() => setUrl(undefined)} />
      ) : (
        <FileText aria-hidden="true" className="size-6 text-muted" />
      )}
    </span>
  )
}

type Files = ReturnType<typeof useChosenFiles>

const Problems = ({ problems }: Pick<Files, 'problems'>) =>
  problems.length > 0 && (
    <ul role="alert" className="flex flex-col gap-1 rounded-lg bg-error-soft p-3 text-error-text text-sm">
      {problems.map((problem) => (
        <li key={problem} className="wrap-anywhere">
          {problem}
        </li>
      ))}
    </ul>
  )

const Row = ({ file, isSending, onRemove }: Pick<Files, 'isSending'> & { file: File; onRemove: () => void }) => (
  <li className="flex items-center gap-3">
    <Thumbnail file={file} />
    <span className="min-w-0 flex-1">
      <span dir="auto" className="line-clamp-2 wrap-anywhere">
        {file.name}
      </span>
      <span className="text-muted text-sm tabular-nums">{formatBytes(file.size)}</span>
    </span>
    <IconButton label={useWords(attachmentsEn).attach.remove(file.name)} isDisabled={isSending} onPress={onRemove}>
      <X />
    </IconButton>
  </li>
)

type Props = {
  files: Files
  /** Name of the conversation. */
  name: string
  onMore: () => void
}

/** The files to be sent, and those that cannot be sent. */
export const ChosenFiles = ({ files, name, onMore }: Props) => {
  const { chosen, problems, isSending, caption, setCaption, remove, clear, send } = files
  const words = useWords(attachmentsEn).attach
  const hasFiles = chosen.length > 0
  const title = hasFiles ? words.title(chosen.length) : words.none
  return (
    <Dialog title={title} isOpen onClose={clear} isDismissable={!isSending} keepsWhatIsTyped>
      <div data-takes-files className="flex flex-col gap-3">
        <p className="text-muted wrap-anywhere">{words.to(name)}</p>
        <Problems problems={problems} />
        {hasFiles && (
          <ul aria-label={words.files} className="flex flex-col gap-2">
            {chosen.map(({ key, file }) => (
              <Row key={key} file={file} isSending={isSending} onRemove={() => remove(key)} />
            ))}
          </ul>
        )}
        {hasFiles && (
          <form
            onSubmit={(event) => {
              event.preventDefault()
              send()
            }}
          >
            <TextField
              label={words.caption}
              value={caption}
              onChange={setCaption}
              maxLength={chatLimits.messageContent}
              enterKeyHint="send"
              isDisabled={isSending}
            />
          </form>
        )}
        <DialogActions>
          <Button onPress={clear} isDisabled={isSending}>
            {words.cancel}
          </Button>
          <Button icon={<Plus aria-hidden="true" />} onPress={onMore} isDisabled={isSending}>
            {words.more}
          </Button>
          {hasFiles && (
            <Button
              variant="primary"
              icon={<SendHorizontal aria-hidden="true" />}
              autoFocus
              isPending={isSending}
              pendingText={words.sending}
              onPress={send}
            >
              {words.send}
            </Button>
          )}
        </DialogActions>
      </div>
    </Dialog>
  )
}
