import { useAction } from '#web/api/queryClient.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/useForm.ts'
import { useWords } from '#web/words.ts'
import { accountsApi } from '../accounts.contract.ts'
import { accountMenuEn } from '../accounts.menu.en.ts'

export const ChangePasswordDialog = ({ onClose }: { onClose: () => void }) => {
  const words = useWords(accountMenuEn).password
  const change = useAction(accountsApi.changePassword)
  const form = useForm(accountsApi.changePassword, {
    initial: { current: '', next: '' },
    send: ({ body }) => change.mutateAsync({ body }),
    failure: words.failed,
    onDone: () => {
      toast.success(words.done)
      onClose()
    },
  })
  return (
    <FormDialog title={words.title} isOpen onClose={onClose} form={form} submit={words.submit} submitting={words.submitting}>
      <p className="text-muted">{words.text}</p>
      <PasswordField label={words.current} autoComplete="current-password" isRequired {...form.field('current')} />
      <PasswordField label={words.next} hint={words.nextHint} autoComplete="new-password" isRequired {...form.field('next')} />
    </FormDialog>
  )
}
