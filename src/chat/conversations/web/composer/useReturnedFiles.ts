import { useRef } from 'react'
import { toast } from '#web/ui/toast.ts'
import { errorText, useWords } from '#web/words.ts'
import { chatEn } from '../../conversations.en.ts'
import type { useDraft } from './useDraft.ts'

type Given = ReturnType<typeof useDraft> & {
  send: (file: File) => Promise<void>
  /** The action that fails, for its error message. */
  of: string
}

const none: readonly File[] = []

/** Rejected attachments, which can be sent again or discarded. */
export const useReturnedFiles = ({ draft, latest, change, send, of }: Given) => {
  const { attachFailed } = useWords(chatEn).message
  const sending = useRef(new Set<File>())
  const discard = (file: File) => {
    change({ files: (latest.current.files ?? none).filter((each) => each !== file) })
    toast.settled(of)
  }
  const sendAgain = async (file: File) => {
    // A second press before the outbox has the file would send it twice.
    if (sending.current.has(file)) return
    sending.current.add(file)
    try {
      await send(file)
      discard(file)
    } catch (error) {
      toast.error(errorText(error, attachFailed), { of })
    } finally {
      sending.current.delete(file)
    }
  }
  return { files: draft.files ?? none, sendAgain, discard }
}
