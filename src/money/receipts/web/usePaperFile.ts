import { useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import type { CallInput } from '#web/api/call.ts'
import { fetchFile, saveFile } from '#web/api/download.ts'
import { toast } from '#web/ui/toast.ts'
import { errorText, useWords } from '#web/words.ts'
import { receiptsEn } from '../receipts.en.ts'

/** Returns whether this browser can share a PDF with another app. */
const canShare = (): boolean => {
  const probe = new File([''], 'probe.pdf', { type: 'application/pdf' })
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [probe] })
}

const isStopped = (thrown: unknown): boolean => thrown instanceof DOMException && thrown.name === 'AbortError'

/** The PDF of a paper, rendered on request. */
export const usePaperFile = <E extends Endpoint & { stream: true }>(endpoint: E, sending: CallInput<E>) => {
  const words = useWords(receiptsEn)
  const [isPending, setPending] = useState(false)
  const run = async (work: (file: File) => void | Promise<void>, failure: string) => {
    setPending(true)
    try {
      await work(await fetchFile(endpoint, sending))
      toast.settled(failure)
    } catch (thrown) {
      // Closing the device's share sheet is not an error.
      if (!isStopped(thrown)) toast.error(errorText(thrown, failure), { of: failure })
    } finally {
      setPending(false)
    }
  }
  return {
    isPending,
    download: () => void run(saveFile, words.downloadFailed),
    share: canShare() ? () => void run((file) => navigator.share({ files: [file], title: file.name }), words.shareFailed) : undefined,
  }
}
