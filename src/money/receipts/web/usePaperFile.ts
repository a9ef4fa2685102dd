import { useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import type { CallInput } from '#web/api/call.ts'
import { fetchFile, saveFile } from '#web/api/download.ts'
import { toast } from '#web/ui/toast.ts'
import { errorText, useWords } from '#web/words.ts'
import { receiptsEn } from '../receipts.en.ts'

/** Whether this browser can hand a PDF to another app. */
const canShare = (): boolean => {
  const probe = new File([''], 'probe.pdf', { type: 'application/pdf' })
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [probe] })
}

const isStopped = (thrown: unknown): boolean => thrown instanceof DOMException && thrown.name === 'AbortError'

/** The PDF of a paper, which is made when someone asks for it. */
export const usePaperFile = <E extends Endpoint & { stream: true }>(endpoint: E, sending: CallInput<E>) => {
  const words = useWords(receiptsEn)
  const [isPending, setPending] = useState(false)
  const run = async (work: (file: File) => void | Promise<void>, failure: string) => {
    setPending(true)
    try {
      await work(await fetchFile(endpoint, sending))
      toast.settled(failure)
    } catch (thrown) {
      // A person who closes the device's own sheet has changed their mind.
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
