import { dayThere, today } from '#web/api/timeZone.ts'
import { DateField } from '#web/ui/DateField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/useForm.ts'
import { useWords } from '#web/words.ts'
import { type Announcement, announcementLimits, announcementsApi } from '../announcements.contract.ts'
import { announcementsEn } from '../announcements.en.ts'
import { useCreateAnnouncement, useUpdateAnnouncement } from './announcements.queries.ts'

type Filled = { title: string; content: string; priority?: string | number | undefined; expiresAt?: string | null | undefined }

/** Builds the request body: an empty date means none, and an unchanged day keeps its exact instant. */
const bodyOf = ({ title, content, priority, expiresAt }: Filled, before?: Announcement) => ({
  title,
  content,
  priority: Number(priority ?? 0),
  expiresAt: before?.expiresAt && dayThere(before.expiresAt) === expiresAt ? before.expiresAt : expiresAt || null,
})

type FieldsProps = { form: Pick<ReturnType<typeof useForm<typeof announcementsApi.create>>, 'field' | 'isSending'>; isNew?: boolean }

const Fields = ({ form, isNew = false }: FieldsProps) => {
  const words = useWords(announcementsEn).form
  const [content, isDisabled] = [form.field('content'), form.isSending]
  return (
    <>
      <TextField label={words.title} isRequired autoFocus isDisabled={isDisabled} {...form.field('title')} />
      <TextArea
        label={words.content}
        isRequired
        rows={6}
        isDisabled={isDisabled}
        // Counts code points, as the server does.
        hint={words.counter([...content.value].length, announcementLimits.content)}
        {...content}
      />
      <div className="flex flex-wrap gap-4">
        <TextField
          label={words.priority}
          hint={words.priorityHint}
          type="number"
          inputMode="numeric"
          isDisabled={isDisabled}
          className="flex-1 basis-[10rem]"
          {...form.field('priority')}
        />
        <DateField
          label={words.expiresAt}
          hint={words.expiresAtHint}
          {...(isNew && { min: today() })}
          isDisabled={isDisabled}
          className="flex-1 basis-[10rem]"
          {...form.field('expiresAt')}
        />
      </div>
    </>
  )
}

export const AddAnnouncementDialog = ({ onClose }: { onClose: () => void }) => {
  const words = useWords(announcementsEn).form
  const create = useCreateAnnouncement()
  const form = useForm(announcementsApi.create, {
    initial: { title: '', content: '', priority: '0', expiresAt: '' },
    send: ({ body }) => create.mutateAsync({ body: bodyOf(body) }),
    failure: words.failed,
    onDone: () => {
      toast.success(words.created)
      onClose()
    },
  })
  return (
    <FormDialog title={words.addTitle} isOpen onClose={onClose} form={form} submit={words.submitAdd} submitting={words.submitting}>
      <Fields form={form} isNew />
    </FormDialog>
  )
}

type EditProps = { announcement: Announcement; onClose: () => void }

export const EditAnnouncementDialog = ({ announcement, onClose }: EditProps) => {
  const words = useWords(announcementsEn).form
  const update = useUpdateAnnouncement()
  const { _id, title, content, priority, expiresAt } = announcement
  // Validates against the contract of a new announcement: every field is required and sent.
  const form = useForm(announcementsApi.create, {
    initial: { title, content, priority: String(priority), expiresAt: expiresAt ? dayThere(expiresAt) : '' },
    send: ({ body }) => update.mutateAsync({ params: { id: _id }, body: bodyOf(body, announcement) }),
    failure: words.failed,
    onDone: () => {
      toast.success(words.updated)
      onClose()
    },
  })
  return (
    <FormDialog title={words.editTitle} isOpen onClose={onClose} form={form} submit={words.submitEdit} submitting={words.submitting}>
      <Fields form={form} />
    </FormDialog>
  )
}
