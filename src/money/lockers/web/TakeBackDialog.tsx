import { FormDialog } from '#web/ui/FormDialog.tsx'
import { SwitchField } from '#web/ui/SwitchField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/useForm.ts'
import { useWords } from '#web/words.ts'
import { lockersApi } from '../lockers.contract.ts'
import { lockersEn } from '../lockers.en.ts'
import { lockerLimits } from '../lockers.limits.ts'
import { useTakeBack } from './lockers.queries.ts'

export type TakeBackProps = { locker: { _id: string; number: string }; student: { _id: string; name: string }; onClose: () => void }

/** Takes a locker back from a student, and asks whether the key was returned. */
export const TakeBackDialog = ({ locker, student, onClose }: TakeBackProps) => {
  const words = useWords(lockersEn).takingBack
  const takeBack = useTakeBack()
  const form = useForm(lockersApi.takeBack, {
    initial: { studentId: student._id, keyReturned: true, note: '' },
    send: ({ body }) => takeBack.mutateAsync({ params: { id: locker._id }, body }),
    failure: words.failed,
    onDone: () => {
      toast.success(words.done(locker.number))
      onClose()
    },
  })
  return (
    <FormDialog title={words.title(locker.number)} isOpen onClose={onClose} form={form} submit={words.submit} submitting={words.submitting}>
      <p>{words.text(student.name)}</p>
      <SwitchField label={words.keyReturned} {...form.toggle('keyReturned')} />
      <TextField label={words.note} maxLength={lockerLimits.note} isDisabled={form.isSending} {...form.field('note')} />
    </FormDialog>
  )
}
