import { useState } from 'react'
import type { Message } from '#chat/conversations/conversations.shapes.contract.ts'
import type { Disclosure } from '#chat/encryption/web/encryption.ts'
import { encryption } from '#chat/encryption/web/sessionEncryption.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/useForm.ts'
import { useWords } from '#web/words.ts'
import { moderationApi, ReportBody } from '../moderation.contract.ts'
import { moderationEn } from '../moderation.en.ts'
import { useReport } from './moderation.queries.ts'

const reporting = { ...moderationApi.report, body: ReportBody }

type Reported = Pick<Message, '_id' | 'encryption'>

type Props = {
  message: Reported
  onClose: () => void
  /** Returns what the report of an encrypted message reveals; undefined if this browser cannot read it. */
  disclosureOf?: (message: Reported) => Disclosure | undefined
}

const ownDisclosure = (message: Reported): Disclosure | undefined => encryption().disclosureOf(message)

const About = ({ isEncrypted, isRevealing }: { isEncrypted: boolean; isRevealing: boolean }) => {
  const words = useWords(moderationEn).report
  if (!isEncrypted) return <p>{words.about}</p>
  return isRevealing ? (
    <Notice tone="info" title={words.revealing}>
      {words.revealingText}
    </Notice>
  ) : (
    <Notice tone="warning" title={words.unrevealed}>
      {words.unrevealedText}
    </Notice>
  )
}

/** Reports a message to the administrators. Mount it only while it is open. */
export const ReportDialog = ({ message, onClose, disclosureOf = ownDisclosure }: Props) => {
  const words = useWords(moderationEn).report
  const report = useReport()
  const isEncrypted = message.encryption !== undefined
  // The report reveals the content that was on screen when the dialog opened.
  const [disclosure] = useState(() => (isEncrypted ? disclosureOf(message) : undefined))
  const form = useForm(reporting, {
    initial: { reason: '' },
    send: ({ body }) => report.mutateAsync({ params: { id: message._id }, body: { ...body, ...(disclosure && { disclosure }) } }),
    failure: words.failed,
    onDone: () => {
      toast.success(words.done, 6_000)
      onClose()
    },
  })
  return (
    <FormDialog title={words.title} isOpen onClose={onClose} form={form} submit={words.submit} submitting={words.submitting}>
      <About isEncrypted={isEncrypted} isRevealing={disclosure !== undefined} />
      <TextArea label={words.reason} hint={words.reasonHint} rows={3} isDisabled={form.isSending} {...form.field('reason')} />
    </FormDialog>
  )
}
