import { formatBytes, useWords } from '../words.ts'
import { ProgressBar } from './ProgressBar.tsx'
import { toolsEn } from './tools.en.ts'
import type { Sent } from './useUpload.ts'

/** The progress of an upload, in figures. */
export const UploadProgress = ({ sent: { bytes, total } }: { sent: Sent }) => {
  const words = useWords(toolsEn).upload
  const isOut = total > 0 && bytes >= total
  return (
    <ProgressBar
      label={isOut ? words.storing : words.sending}
      value={total > 0 ? bytes / total : null}
      figures={words.bytesOf(formatBytes(bytes), formatBytes(total))}
    />
  )
}
