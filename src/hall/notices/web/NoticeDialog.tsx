import { dayThere } from '#web/api/timeZone.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/useForm.ts'
import { useWords } from '#web/words.ts'
import { noticesApi } from '../notices.contract.ts'
import { manageNoticesEn } from '../notices.manage.en.ts'
import type { Notice } from '../notices.shapes.contract.ts'
import { attachmentProblem } from './AttachmentField.tsx'
import { useCreateNotice, useUpdateNotice } from './managing.queries.ts'
import { NoticeFields } from './NoticeFields.tsx'

type Judged = { targetAllUsers?: unknown; targetUsers?: unknown }

/** Returns whether all people named by a notice have been deleted. */
const isOrphan = (notice: Notice | undefined): boolean => notice !== undefined && !notice.targetAllUsers && notice.targetUsers.length === 0

/**
 * Checks what the contract cannot: the type of a file, and that a notice for chosen people names someone. A notice whose people were all
 * deleted may stay as it is, so that it can still be corrected or deactivated.
 */
const useCheck = (notice?: Notice) => {
  const words = useWords(manageNoticesEn)
  return ({ targetAllUsers, targetUsers }: Judged, file: File | null): Record<string, string | undefined> => ({
    attachment: attachmentProblem(file, words.form.attachmentHint),
    targetUsers: targetAllUsers || isOrphan(notice) || (targetUsers && targetUsers !== '[]') ? undefined : words.targeting.none,
  })
}

/** A notice for everyone is sent with an empty list (specification, section 5). */
const withoutTargets = <B extends { targetAllUsers?: unknown; targetUsers?: unknown }>(body: B): B =>
  body.targetAllUsers === true ? { ...body, targetUsers: '[]' } : body

export const AddNoticeDialog = ({ onClose }: { onClose: () => void }) => {
  const words = useWords(manageNoticesEn).form
  const create = useCreateNotice()
  const form = useForm(noticesApi.create, {
    initial: {
      title: '',
      content: '',
      type: 'banner',
      priority: '5',
      publishAt: '',
      expiresAt: '',
      isActive: true,
      targetAllUsers: true,
      targetUsers: '[]',
    },
    send: ({ body, ...more }) => create.mutateAsync({ ...more, body: withoutTargets(body) }),
    check: useCheck(),
    failure: words.failed,
    onDone: () => {
      toast.success(words.created)
      onClose()
    },
  })
  return (
    <FormDialog title={words.addTitle} isOpen onClose={onClose} form={form} submit={words.submitAdd} submitting={words.submitting}>
      <NoticeFields form={form} />
    </FormDialog>
  )
}

const dayOf = (instant: string | null): string => (instant === null ? '' : dayThere(instant))

export const EditNoticeDialog = ({ notice, onClose }: { notice: Notice; onClose: () => void }) => {
  const words = useWords(manageNoticesEn).form
  const update = useUpdateNotice()
  const form = useForm(noticesApi.update, {
    initial: {
      title: notice.title,
      // FormData writes each line break as CRLF, a text area as LF.
      content: notice.content.replaceAll('\r\n', '\n'),
      type: notice.type,
      priority: String(notice.priority),
      publishAt: dayOf(notice.publishAt),
      expiresAt: dayOf(notice.expiresAt),
      isActive: notice.isActive,
      targetAllUsers: notice.targetAllUsers,
      targetUsers: JSON.stringify(notice.targetUsers.map(({ _id }) => _id)),
      removeAttachment: false,
      showAgain: false,
    },
    sends: 'changes',
    send: ({ body, ...more }) => update.mutateAsync({ params: { id: notice._id }, ...more, body: withoutTargets(body) }),
    check: useCheck(notice),
    failure: words.failed,
    onDone: () => {
      toast.success(words.updated)
      onClose()
    },
  })
  return (
    <FormDialog
      title={words.editTitle(notice.title)}
      isOpen
      onClose={onClose}
      form={form}
      submit={words.submitEdit}
      submitting={words.submitting}
    >
      <NoticeFields form={form} notice={notice} />
    </FormDialog>
  )
}
