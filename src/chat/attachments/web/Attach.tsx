import { Paperclip } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Conversation } from '#chat/conversations/conversations.shapes.contract.ts'
import { attachTo, takeHandover } from '#web/sharing/handover.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useWords } from '#web/words.ts'
import { attachmentsEn } from '../attachments.en.ts'
import { ChosenFiles } from './ChosenFiles.tsx'
import { useChosenFiles } from './useChosenFiles.ts'
import { useIncomingFiles } from './useIncomingFiles.ts'

export { PendingFile } from './PendingFile.tsx'

export type AttachProps = {
  conversation: Pick<Conversation, '_id' | 'name' | 'isEncrypted'>
  /** Resolves once the file is stored on this device; rejects if it is not. */
  onSend: (file: File, caption: string) => Promise<void>
}

/** Attaches files to a conversation. They are chosen, pasted or dropped, and previewed before they are sent. */
export const Attach = ({ conversation, onSend }: AttachProps) => {
  const words = useWords(attachmentsEn).attach
  const picker = useRef<HTMLInputElement>(null)
  const files = useChosenFiles(onSend, conversation.isEncrypted)
  const isOver = useIncomingFiles((incoming) => files.isSending || files.add(incoming))
  const { _id } = conversation
  const latest = useRef(files)
  latest.current = files
  useEffect(() => {
    const given = takeHandover(attachTo(_id))
    if (!given) return
    latest.current.add(given.files)
    latest.current.setCaption(given.text)
  }, [_id])
  const choose = () => picker.current?.click()
  const isOpen = files.chosen.length > 0 || files.problems.length > 0
  return (
    <>
      <input
        ref={picker}
        type="file"
        multiple
        aria-label={words.button}
        tabIndex={-1}
        className="hidden"
        onChange={(event) => {
          files.add([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <IconButton label={words.button} onPress={choose}>
        <Paperclip />
      </IconButton>
      {isOpen && <ChosenFiles files={files} name={conversation.name} onMore={choose} />}
      {isOver && (
        <div className="pointer-events-none fixed inset-0 z-40 flex items-center justify-center bg-overlay p-6">
          <p className="rounded-lg border-2 border-primary-text border-dashed bg-surface p-6 text-center font-semibold text-ink wrap-anywhere">
            {words.drop(conversation.name)}
          </p>
        </div>
      )}
    </>
  )
}
