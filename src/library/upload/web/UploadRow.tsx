import { CircleAlert, CircleCheck, RotateCw, X } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { UploadProgress } from '#web/ui/UploadProgress.tsx'
import { formatBytes, useWords } from '#web/words.ts'
import { uploadEn } from '../upload.en.ts'
import type { Upload } from './useUploads.ts'

type Props = { upload: Upload; onRetitle: (title: string) => void; onRetry: () => void; onRemove: () => void }

/** The state of a file. */
const State = ({ upload: { state, sent, reason, file } }: { upload: Upload }) => {
  const words = useWords(uploadEn).many
  if (state === 'sending' && sent) return <UploadProgress sent={sent} />
  if (reason !== undefined)
    return (
      <p className="flex items-start gap-2 text-error-text text-sm wrap-anywhere">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0">{reason}</span>
      </p>
    )
  if (state === 'done')
    return (
      <p className="flex items-center gap-2 text-sm text-success-text">
        <CircleCheck aria-hidden="true" className="size-4 shrink-0" />
        {words.uploaded}
      </p>
    )
  return (
    <p className="flex gap-3 text-muted text-sm tabular-nums">
      <span>{formatBytes(file.size)}</span>
      {state === 'queued' && <span>{words.waiting}</span>}
    </p>
  )
}

/** A chosen file with its title, its progress and its actions. */
export const UploadRow = ({ upload, onRetitle, onRetry, onRemove }: Props) => {
  const words = useWords(uploadEn).many
  const { file, title, state, titleError } = upload
  const name = title.trim() || file.name
  const isOpen = state === 'chosen' || state === 'queued' || state === 'failed'
  return (
    <div className="flex flex-wrap items-start gap-x-2 gap-y-2 border-line border-b py-3">
      <div className="flex min-w-0 grow-[999] basis-60 flex-col gap-1">
        {isOpen ? (
          <TextField
            label={words.titleOf(file.name)}
            name="title"
            className="wrap-anywhere"
            value={title}
            onChange={onRetitle}
            error={titleError}
          />
        ) : (
          <p dir="auto" className="text-left wrap-anywhere">
            {state === 'unusable' ? file.name : name}
          </p>
        )}
        <State upload={upload} />
      </div>
      {(isOpen || state === 'unusable') && (
        <div className="ml-auto flex items-center gap-1">
          {state === 'failed' && (
            <Button icon={<RotateCw aria-hidden="true" />} aria-label={words.retryOne(name)} onPress={onRetry}>
              {words.retry}
            </Button>
          )}
          <IconButton label={words.removeOne(state === 'unusable' ? file.name : name)} onPress={onRemove}>
            <X />
          </IconButton>
        </div>
      )}
    </div>
  )
}
