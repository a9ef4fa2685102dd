import type { Message } from '#features/chat/chat.shapes.contract.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/useForm.ts'
import { useWords } from '#web/words.ts'
import { moderationApi, ReportBody } from '../moderation.contract.ts'
import { moderationEn } from '../moderation.en.ts'
import { useReport } from './moderation.queries.ts'

const reporting = { ...moderationApi.report, body: ReportBody }

/** Reports a message to the administrators. Mount it while it is open. */
export const ReportDialog = ({ message, onClose }: { message: Pick<Message, '_id'>; onClose: () => void }) => {
  const words = useWords(moderationEn).report
  const report = useReport()
  const form = useForm(reporting, {
    initial: { reason: '' },
    send: ({ body }) => report.mutateAsync({ params: { id: message._id }, body }),
    failure: words.failed,
    onDone: () => {
      toast.success(words.done, 6_000)
      onClose()
    },
  })
  return (
    <FormDialog title={words.title} isOpen onClose={onClose} form={form} submit={words.submit} submitting={words.submitting}>
      <p>{words.about}</p>
      <TextArea label={words.reason} hint={words.reasonHint} rows={3} isDisabled={form.isSending} {...form.field('reason')} />
    </FormDialog>
  )
}
