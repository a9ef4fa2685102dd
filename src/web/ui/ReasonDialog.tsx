import type { ComponentProps, ReactNode } from 'react'
import { limits } from '#contract/limits.ts'
import type { FieldProps } from './Field.tsx'
import { FormDialog } from './FormDialog.tsx'
import { ReasonField } from './ReasonField.tsx'

export type ReasonDialogProps = {
  title: string
  form: ComponentProps<typeof FormDialog>['form'] & { field: (name: 'reason') => Omit<FieldProps, 'label'> }
  words: { reason: string; submit: string; submitting: string; reasons: readonly string[]; other: string }
  onClose: () => void
  /** What will be done for this reason. */
  children: ReactNode
}

/** Asks for the reason of an action, such as a void. */
export const ReasonDialog = ({ title, form, words, onClose, children }: ReasonDialogProps) => (
  <FormDialog title={title} isOpen onClose={onClose} form={form} submit={words.submit} submitting={words.submitting}>
    {children}
    <ReasonField
      reasons={words.reasons}
      other={words.other}
      label={words.reason}
      maxLength={limits.reason}
      isRequired
      isDisabled={form.isSending}
      {...form.field('reason')}
    />
  </FormDialog>
)
