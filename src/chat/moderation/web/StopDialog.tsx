import type { ChatPerson } from '#chat/conversations/conversations.shapes.contract.ts'
import { addDays } from '#contract/day.ts'
import { calendarToday } from '#web/api/timeZone.ts'
import { DateField } from '#web/ui/DateField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/useForm.ts'
import { useWords } from '#web/words.ts'
import { moderationApi, moderationLimits } from '../moderation.contract.ts'
import { moderationEn } from '../moderation.en.ts'
import { useStop } from './moderation.queries.ts'

const hours = [1, 6, 24, 72, 168]

type Props = { person: Pick<ChatPerson, '_id' | 'name'>; onClose: () => void; onDone: () => void }

/** Stops a person from writing until a day, and deletes what they wrote last if that is chosen. */
export const StopDialog = ({ person: { _id, name }, onClose, onDone }: Props) => {
  const words = useWords(moderationEn).stopDialog
  const stop = useStop()
  const form = useForm(moderationApi.stop, {
    initial: { until: addDays(calendarToday(), 1), reason: '', deleteHours: '0' },
    send: ({ body }) => stop.mutateAsync({ params: { id: _id }, body }),
    failure: words.failed,
    onDone: ({ deletedMessages }) => {
      toast.success(words.done(name, deletedMessages))
      onDone()
      onClose()
    },
  })
  const options = [{ value: '0', label: words.keep }, ...hours.map((n) => ({ value: String(n), label: words.hours(n) }))]
  return (
    <FormDialog title={words.title(name)} isOpen onClose={onClose} form={form} submit={words.submit} submitting={words.submitting}>
      <p className="text-muted">{words.about}</p>
      <DateField label={words.until} isRequired min={calendarToday()} isDisabled={form.isSending} {...form.field('until')} />
      <SelectField label={words.deleteHours} options={options} isDisabled={form.isSending} {...form.field('deleteHours')} />
      <TextArea
        label={words.reason}
        hint={words.reasonHint}
        rows={2}
        maxLength={moderationLimits.stopReason}
        isDisabled={form.isSending}
        {...form.field('reason')}
      />
    </FormDialog>
  )
}
