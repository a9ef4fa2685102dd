import { FileX, Pencil, Reply, RotateCw, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#web/ui/IconButton.tsx'
import { formatBytes, useWords } from '#web/words.ts'
import { chatPaneEn } from '../../conversations.pane.en.ts'
import { previewOf } from '../../conversations.preview.policy.ts'
import type { Message, Quoted } from '../../conversations.shapes.contract.ts'
import { useQuoteText } from '../log/ReplyQuote.tsx'

type BarProps = { icon: ReactNode; title: string; text: string; cancel: string; onCancel: () => void; children?: ReactNode }

const Bar = ({ icon, title, text, cancel, onCancel, children }: BarProps) => (
  <div className="flex items-center gap-3 rounded-lg border-primary-fill border-l-4 bg-tint py-1 pr-1 pl-3 text-sm [&>svg]:size-5 [&>svg]:shrink-0">
    {icon}
    <span className="min-w-0 flex-1">
      <span dir="auto" className="block truncate font-medium">
        {title}
      </span>
      <span dir="auto" className="block truncate text-muted">
        {text}
      </span>
    </span>
    {children}
    <IconButton label={cancel} onPress={onCancel}>
      <X />
    </IconButton>
  </div>
)

export const ReplyBar = ({ quoted, onCancel }: { quoted: Quoted; onCancel: () => void }) => {
  const words = useWords(chatPaneEn).composer
  const quoteText = useQuoteText()
  return (
    <Bar
      icon={<Reply aria-hidden="true" />}
      title={words.replyingTo(quoted.sender.name)}
      text={quoteText(quoted)}
      cancel={words.cancelReply}
      onCancel={onCancel}
    />
  )
}

export const EditBar = ({ message, onCancel }: { message: Message; onCancel: () => void }) => {
  const words = useWords(chatPaneEn).composer
  return (
    <Bar
      icon={<Pencil aria-hidden="true" />}
      title={words.editing}
      text={previewOf(message.content ?? '')}
      cancel={words.cancelEdit}
      onCancel={onCancel}
    />
  )
}

type ReturnedProps = { file: File; onSend: () => void; onDiscard: () => void }

/** A rejected attachment, returned to the composer. */
export const ReturnedFileBar = ({ file, onSend, onDiscard }: ReturnedProps) => {
  const words = useWords(chatPaneEn).composer
  return (
    <Bar
      icon={<FileX aria-hidden="true" />}
      title={words.notSent(file.name)}
      text={formatBytes(file.size)}
      cancel={words.discardFile(file.name)}
      onCancel={onDiscard}
    >
      <IconButton label={words.sendAgain(file.name)} onPress={onSend}>
        <RotateCw />
      </IconButton>
    </Bar>
  )
}
