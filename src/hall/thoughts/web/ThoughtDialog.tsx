import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/useForm.ts'
import { useWords } from '#web/words.ts'
import { type Thought, thoughtsApi } from '../thoughts.contract.ts'
import { thoughtsEn } from '../thoughts.en.ts'
import { useCreateThought, useUpdateThought } from './thoughts.queries.ts'

type Props = {
  /** The thought to edit; left out to create one. */
  thought: Thought | undefined
  onClose: () => void
}

/** The text of a thought and its author. */
export const ThoughtDialog = ({ thought, onClose }: Props) => {
  const all = useWords(thoughtsEn)
  const words = all.form
  const create = useCreateThought()
  const update = useUpdateThought()
  const form = useForm(thoughtsApi.create, {
    initial: { thought: thought?.thought ?? '', author: thought?.author ?? '' },
    // The form leaves out blank fields, so a cleared author is sent explicitly.
    send: ({ body: { thought: text, author = '' } }) =>
      thought
        ? update.mutateAsync({ params: { id: thought._id }, body: { thought: text, author } })
        : create.mutateAsync({ body: { thought: text, author } }),
    failure: words.failed,
    onDone: () => {
      toast.success(thought ? all.updated : all.added)
      onClose()
    },
  })
  return (
    <FormDialog
      title={thought ? words.editTitle : words.title}
      isOpen
      onClose={onClose}
      form={form}
      submit={thought ? words.save : words.submit}
      submitting={thought ? words.saving : words.submitting}
    >
      <TextArea label={words.thought} isRequired isDisabled={form.isSending} {...form.field('thought')} />
      <TextField label={words.author} hint={words.authorHint} isDisabled={form.isSending} {...form.field('author')} />
    </FormDialog>
  )
}
