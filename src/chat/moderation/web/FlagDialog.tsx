import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/useForm.ts'
import { useWords } from '#web/words.ts'
import { moderationApi } from '../moderation.contract.ts'
import { moderationEn } from '../moderation.en.ts'
import type { MonitoredMessage } from '../moderation.shapes.contract.ts'
import { MessageExcerpt } from './MessageExcerpt.tsx'
import { useFlag } from './moderation.queries.ts'

type Props = { message: MonitoredMessage; onClose: () => void; onDone: (message: MonitoredMessage) => void }

/** Flags a message, with a reason if one is given. */
export const FlagDialog = ({ message, onClose, onDone }: Props) => {
  const words = useWords(moderationEn).flagDialog
  const flag = useFlag()
  const form = useForm(moderationApi.flag, {
    initial: { flag: true, reason: '' },
    send: ({ body }) => flag.mutateAsync({ params: { id: message._id }, body }),
    failure: words.failed,
    onDone: (flagged) => {
      toast.success(words.done)
      onDone(flagged)
      onClose()
    },
  })
  return (
    <FormDialog title={words.title} isOpen onClose={onClose} form={form} submit={words.submit} submitting={words.submitting}>
      <MessageExcerpt message={message} />
      <p className="text-muted">{words.hint}</p>
      <TextArea label={words.reason} hint={words.reasonHint} rows={3} isDisabled={form.isSending} {...form.field('reason')} />
    </FormDialog>
  )
}
