import { useState } from 'react'
import type { SharedConversation } from '#chat/conversations/conversations.shapes.contract.ts'
import { useSession } from '#web/api/session.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/useForm.ts'
import { useWords } from '#web/words.ts'
import { groupLimits, groupsApi } from '../groups.contract.ts'
import { groupsEn } from '../groups.en.ts'
import { useCreateGroup, useUpdateGroup } from './groups.queries.ts'
import { PeoplePicker } from './PeoplePicker.tsx'

export type Group = Pick<SharedConversation, '_id' | 'name' | 'description' | 'builtIn' | 'postPolicy' | 'participantCount'>

const isAnnouncement = (name: string): boolean => name.normalize('NFKC').trim().toLowerCase() === 'announcement'

type FieldsProps = {
  form: Pick<ReturnType<typeof useForm<typeof groupsApi.create>>, 'field' | 'isSending'>
  hasPolicy?: boolean
}

const Fields = ({ form, hasPolicy = false }: FieldsProps) => {
  const words = useWords(groupsEn).form
  const name = form.field('name')
  const policy = hasPolicy ? words.postPolicyHint : undefined
  return (
    <>
      <TextField
        label={words.name}
        isRequired
        autoFocus
        isDisabled={form.isSending}
        hint={policy ?? (isAnnouncement(name.value) ? words.announcementHint : undefined)}
        {...name}
      />
      <TextArea
        label={words.description}
        rows={2}
        maxLength={2 * groupLimits.description}
        isDisabled={form.isSending}
        {...form.field('description')}
      />
    </>
  )
}

/** Calls `onCreated` with the group, so that it can be opened. */
export const CreateGroupDialog = ({ onClose, onCreated }: { onClose: () => void; onCreated: (id: string) => void }) => {
  const words = useWords(groupsEn).form
  const create = useCreateGroup()
  const me = useSession()?.user
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const form = useForm(groupsApi.create, {
    initial: { name: '', description: '' },
    send: ({ body }) => create.mutateAsync({ body: { ...body, participants: [...chosen] } }),
    failure: words.createFailed,
    onDone: ({ _id }) => {
      toast.success(words.created)
      onClose()
      onCreated(_id)
    },
  })
  const withChosen = { ...form, isChanged: form.isChanged || chosen.size > 0 }
  return (
    <FormDialog
      title={words.createTitle}
      isOpen
      onClose={onClose}
      form={withChosen}
      submit={words.submitCreate}
      submitting={words.submitting}
    >
      <Fields form={form} />
      <PeoplePicker
        legend={words.people}
        hint={words.peopleHint}
        chosen={chosen}
        onChange={setChosen}
        isDisabled={form.isSending}
        always={me?._id}
      />
    </FormDialog>
  )
}

export const EditGroupDialog = ({ group, onClose }: { group: Group; onClose: () => void }) => {
  const words = useWords(groupsEn).form
  const update = useUpdateGroup()
  const { _id, name, description, postPolicy } = group
  // Uses the contract of a new group: the name is required, and every field is sent.
  const form = useForm(groupsApi.create, {
    initial: { name, description },
    send: ({ body }) => update.mutateAsync({ params: { id: _id }, body: { name: body.name, description: body.description ?? '' } }),
    failure: words.editFailed,
    onDone: () => {
      toast.success(words.saved)
      onClose()
    },
  })
  return (
    <FormDialog title={words.editTitle} isOpen onClose={onClose} form={form} submit={words.submitEdit} submitting={words.submitting}>
      <Fields form={form} hasPolicy={postPolicy === 'admins'} />
    </FormDialog>
  )
}
