import { useState } from 'react'
import { CallError } from '#web/api/callError.ts'
import { saveFile } from '#web/api/download.ts'
import { onForget } from '#web/api/session.ts'
import { toast } from '#web/ui/toast.ts'
import { errorText, useWords } from '#web/words.ts'
import { attachmentsEn } from '../attachments.en.ts'
import type { ShownFile } from './attachmentFile.ts'
import { NotVerifiedError, wholeFile } from './wholeFile.ts'

/** Downloads continue while the conversation is scrolled, and end with the session. */
const running = new Set<AbortController>()
onForget(() => {
  for (const aborter of running) aborter.abort()
})

const isGone = (error: unknown): boolean => error instanceof CallError && error.status === 404

const failureText = (words: (typeof attachmentsEn)['view'], error: unknown): string => {
  if (error instanceof NotVerifiedError) return words.notSaved
  return isGone(error) ? words.gone : errorText(error, words.downloadFailed)
}

/** Saves a file. `share` is the downloaded fraction, from 0 to 1, during the download. */
export const useDownload = (attachment: ShownFile) => {
  const words = useWords(attachmentsEn).view
  const [download, setDownload] = useState<{ share: number; cancel: () => void }>()
  const start = async () => {
    const aborter = new AbortController()
    running.add(aborter)
    const cancel = () => aborter.abort()
    let told = -1
    const onBytes = (received: number) => {
      const percent = Math.min(100, Math.floor((100 * received) / Math.max(1, attachment.size)))
      if (percent === told || aborter.signal.aborted) return
      told = percent
      setDownload({ share: percent / 100, cancel })
    }
    onBytes(0)
    try {
      saveFile(await wholeFile(attachment, { signal: aborter.signal, onBytes }))
      toast.settled(attachment.url)
    } catch (error) {
      if (!aborter.signal.aborted) toast.error(failureText(words, error), { of: attachment.url })
    } finally {
      running.delete(aborter)
      setDownload(undefined)
    }
  }
  return { share: download?.share, cancel: download?.cancel, start: () => void start() }
}
